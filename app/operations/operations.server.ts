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

type Held = Pick<
	SiteState,
	| (
			| "streams"
			| "liveCrash"
			| "soloCrash"
			| "providerKnown"
			| "rolesReadable"
			| "waiting"
			| "pageCache"
			| "beaconUnread"
	  )
	| ("readOnly" | "platforms" | "stream" | "leads" | "backup" | "backupCopies")
>;
type Stored = Pick<SiteState, "outbox" | "platformEvents" | "pointsGrown" | "nodes">;

type Services = Pick<Site, "db" | "log" | "now" | "clock" | "engine" | "metrics"> & {
	events: EventTally;
	requests: Pick<RequestLog, "durations" | "failed" | "rejected">;
	loop: Pick<EventLoopWatch, "lagP99">;
	/** Reads the facts that other modules hold. */
	readHeld(): Held;
	/** Reads the facts in the database. */
	readStored(): Promise<Stored>;
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
	const { db, engine, log, now, events, requests, loop, clock, readHeld } = site;
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

	/** The facts that decide whether this process can serve requests. */
	async function readHealth() {
		// First, because a failure tells what is held about the database.
		const databaseAnswers = await canRead(site);
		const { readOnly, liveCrash } = readHeld();
		return { databaseAnswers, readOnly, liveCrash, disk: await readDisk(engine.folder ?? ".") };
	}

	/** Measures the current state of the site. */
	async function read(): Promise<SiteState> {
		const health = await readHealth();
		const since = now().getTime() - RECENT_MS;
		return {
			...readHeld(),
			...health,
			...(health.databaseAnswers && (await site.readStored())),
			minute: health.databaseAnswers ? await readMinute() : null,
			lagP99: loop.lagP99(),
			host: await readHost(engine, db),
			recentErrors: events.all().filter(({ level, lastAt }) => level === "error" && lastAt >= since).length,
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
export async function canRead({ db, log }: Pick<Site, "db" | "log">): Promise<boolean> {
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
