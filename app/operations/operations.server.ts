import { probeRead } from "db/probe";
import type { Histogram } from "prom-client";
import { every } from "~/lib/every.server";
import type { Site } from "~/lib/site";
import type { EventLoopWatch } from "~/observability/event-loop.server";
import type { EventTally } from "~/observability/event-tally.server";
import type { RequestLog } from "~/observability/request-log.server";
import { createLedgerStatistics } from "~/points/ledger/ledger-statistics.server";
import { version } from "../../package.json";
import { readDisk, readHost } from "./host.server";
import { type Buckets, between, type Minute, type Reading } from "./last-minute";
import { registerSiteMetrics } from "./site-metrics.server";
import type { SiteState } from "./site-state";

/** Facts that other modules hold, and facts in the database. */
type Held =
	| ("streams" | "liveCrash" | "soloCrash" | "providerKnown" | "rolesReadable" | "waiting" | "pageCache")
	| ("readOnly" | "platforms" | "stream" | "leads");
type Stored = "platformEvents" | "pointsGrown" | "nodes";

type Sources = { [Fact in Held]: () => SiteState[Fact] } & {
	[Fact in Stored]: () => Promise<NonNullable<SiteState[Fact]>>;
} & {
	outbox(): Promise<{ pending: number; failed: number; oldestAt: string | undefined }>;
	/** The interval, and the time of the last backup in ms of the wall clock; undefined while backups are off. */
	backups(): { everyMs: number; lastAt: number | null } | undefined;
	/** The same of their copies elsewhere, and why the last attempt failed; undefined if this process makes none. */
	backupCopies(): { everyMs: number; lastAt: number | null; fault: string | undefined } | undefined;
};

type Services = Pick<Site, "db" | "log" | "now" | "clock" | "engine" | "metrics"> & {
	events: EventTally;
	requests: Pick<RequestLog, "durations" | "failed" | "rejected">;
	loop: Pick<EventLoopWatch, "lagP99">;
	sources: Sources;
	everyMs?: number;
};

const READ_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
/** Older errors are not reported as a problem. */
const RECENT_MS = 15 * MINUTE_MS;

/**
 * Registers the site's metrics and measures the state of the site. Takes a reading every 10 s, so that it can be compared
 * with one a minute ago.
 */
export async function createOperations(site: Services) {
	const { db, engine, log, now, events, requests, loop, sources, clock } = site;
	const ledger = await createLedgerStatistics(db);
	/** The readings of the last minute, the oldest first. */
	let readings: Reading[] = [];

	async function takeReading(): Promise<Reading> {
		const totals = await ledger.read();
		const bets = totals.filter(({ reason }) => reason.endsWith("-stake"));
		const durations = await bucketsOf(requests.durations);
		return {
			at: clock.now(),
			requests: durations.get(Number.POSITIVE_INFINITY) ?? 0,
			failed: requests.failed(),
			shed: requests.rejected(),
			entries: sum(totals.map(({ entries }) => entries)),
			bets: sum(bets.map(({ entries }) => entries)),
			staked: sum(bets.map(({ debited }) => debited)),
			durations,
		};
	}

	async function addReading() {
		const reading = await takeReading();
		const last = readings.findLast(({ at }) => at <= reading.at - MINUTE_MS);
		readings = [...readings.slice(last ? readings.indexOf(last) : 0), reading];
	}

	async function readMinute(): Promise<Minute | null> {
		const [oldest] = readings;
		const latest = await takeReading().catch(() => undefined);
		return oldest && latest && latest.at > oldest.at ? between(oldest, latest) : null;
	}

	const ageOf = (at: number | null) => (at === null ? null : now().getTime() - at);

	async function readOutbox(): Promise<SiteState["outbox"]> {
		const { pending, failed, oldestAt } = await sources.outbox();
		return { pending, failed, oldestMs: oldestAt ? ageOf(Date.parse(oldestAt)) : null };
	}

	function readBackups(): Pick<SiteState, "backup" | "backupCopies"> {
		const [backups, copies] = [sources.backups(), sources.backupCopies()];
		return {
			backup: backups ? { everyMs: backups.everyMs, ageMs: ageOf(backups.lastAt) } : null,
			backupCopies: copies
				? { everyMs: copies.everyMs, ageMs: ageOf(copies.lastAt), hasFailed: copies.fault !== undefined }
				: null,
		};
	}

	/** The facts that decide whether this process can serve requests. */
	async function readHealth() {
		return {
			databaseAnswers: await databaseAnswers(site),
			readOnly: sources.readOnly(),
			liveCrash: sources.liveCrash(),
			disk: await readDisk(engine.folder ?? "."),
		};
	}

	/** Measures the current state of the site. */
	async function read(): Promise<SiteState> {
		const health = await readHealth();
		const ask = async <Value>(question: () => Promise<Value>) =>
			health.databaseAnswers ? question() : undefined;
		const since = now().getTime() - RECENT_MS;
		return {
			...health,
			...readBackups(),
			outbox: await ask(readOutbox),
			minute: (await ask(readMinute)) ?? null,
			platformEvents: await ask(sources.platformEvents),
			pointsGrown: await ask(sources.pointsGrown),
			nodes: await ask(sources.nodes),
			soloCrash: sources.soloCrash(),
			providerKnown: sources.providerKnown(),
			rolesReadable: sources.rolesReadable(),
			platforms: sources.platforms(),
			lagP99: loop.lagP99(),
			host: await readHost(engine, db),
			recentErrors: events.all().filter(({ level, lastAt }) => level === "error" && lastAt >= since).length,
			streams: sources.streams(),
			stream: sources.stream(),
			leads: sources.leads(),
			waiting: sources.waiting(),
			pageCache: sources.pageCache(),
		};
	}

	registerSiteMetrics(site.metrics, async () => {
		const state = await read();
		return { state, ledger: state.databaseAnswers ? await ledger.read() : [], events, version };
	});
	const end = every(site.everyMs ?? READ_EVERY_MS, "read-metrics", addReading, log);

	return { read, readHealth, events, startedAt: now().getTime(), version, end };
}

declare module "~/lib/site" {
	interface Site {
		operations: Awaited<ReturnType<typeof createOperations>>;
	}
}

/** Whether the database can be read. Logs `database-unavailable` if not. */
export async function databaseAnswers({ db, log }: Pick<Site, "db" | "log">): Promise<boolean> {
	try {
		await probeRead(db);
		return true;
	} catch (error) {
		log.error({ event: "database-unavailable", err: error });
		return false;
	}
}

/** The buckets of a histogram, added up over its labels. */
async function bucketsOf(histogram: Pick<Histogram, "get">): Promise<Buckets> {
	const buckets = new Map<number, number>();
	for (const { labels, value } of (await histogram.get()).values) {
		if (labels.le === undefined) continue;
		const bound = labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.le);
		buckets.set(bound, (buckets.get(bound) ?? 0) + value);
	}
	return buckets;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
