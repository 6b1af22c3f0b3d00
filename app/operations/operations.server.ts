import type { Db } from "db/database";
import type { Engine, Node } from "db/engine";
import type { Histogram } from "prom-client";
import type { Clock } from "~/lib/clock";
import { every } from "~/lib/jobs.server";
import type { EventLoopWatch } from "~/observability/event-loop.server";
import type { EventTally, Tallied } from "~/observability/event-tally.server";
import type { Log } from "~/observability/log.server";
import type { Metrics } from "~/observability/metrics.server";
import type { RequestLog } from "~/observability/request-log.server";
import { createLedgerStatistics, type ReasonStatistics } from "~/points/ledger/ledger-statistics.server";
import { version } from "../../package.json";
import { databaseAnswers } from "./health.server";
import { type Host, readHost } from "./host.server";
import { type Buckets, between, type Minute, type Reading } from "./last-minute";
import { type Condition, type Problem, problemsOf } from "./problems";
import { registerSiteMetrics } from "./site-metrics.server";
import type { EventCounts, Watched, WatchedPlatform } from "./watched";

interface Tools {
	db: Db;
	engine: Pick<Engine, "folder" | "readSize">;
	log: Log;
	now: () => Date;
	metrics: Metrics;
	events: EventTally;
	requests: Pick<RequestLog, "durations" | "failed" | "rejected" | "open">;
	loop: Pick<EventLoopWatch, "lagP99">;
	watched: Watched;
	clock: Pick<Clock, "now">;
	everyMs?: number;
}

const READ_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
/** Older errors are not reported as a problem. */
const RECENT_MS = 15 * MINUTE_MS;
const MAX_EVENTS = 20;
const NO_EVENTS: EventCounts = { due: 0, held: 0, waiting: 0, failed: 0 };

/** The data of the page `/operations`. */
export interface Operations {
	problems: Problem[];
	/** Null before the first reading, and while the database cannot be read. */
	minute: Minute | null;
	/** Seconds. */
	lagP99: number;
	streams: ReturnType<Watched["streams"]>;
	liveCrash: ReturnType<Watched["liveCrash"]>;
	soloCrash: ReturnType<Watched["soloCrash"]>;
	outbox: Condition["outbox"];
	backup: Condition["backup"];
	backupCopies: Condition["backupCopies"];
	platforms: WatchedPlatform[];
	stream: ReturnType<Watched["stream"]>;
	platformEvents: EventCounts;
	nodes: Node[];
	host: Host;
	openRequests: number;
	ledger: ReasonStatistics[];
	signIns: { returned: number; registered: number; failed: number };
	/** The last 20 kinds of warnings and errors in the log since the start, the latest first. */
	events: Tallied[];
	startedAt: number;
	version: string;
}

/**
 * Registers the site's metrics and collects the state of the site for admins. Takes a reading every 10 s, so that
 * `read` can compare with one a minute ago.
 * @returns `read` for the operations page, and `end`, which stops the readings.
 */
export async function createOperations(tools: Tools) {
	const { db, engine, log, now, events, requests, loop, watched, clock } = tools;
	const ledger = await createLedgerStatistics(db);
	const readSite = () => readHost(engine, db);
	const startedAt = now().getTime();
	/** The readings of the last minute, the oldest first. */
	let readings: Reading[] = [];

	async function read(): Promise<Reading> {
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
		const reading = await read();
		const last = readings.findLast(({ at }) => at <= reading.at - MINUTE_MS);
		readings = [...readings.slice(last ? readings.indexOf(last) : 0), reading];
	}

	async function readMinute(): Promise<Minute | null> {
		const [oldest] = readings;
		const latest = await read().catch(() => undefined);
		return oldest && latest && latest.at > oldest.at ? between(oldest, latest) : null;
	}

	async function readOutbox(): Promise<Condition["outbox"]> {
		const { pending, failed, oldestAt } = await watched.outbox();
		return { pending, failed, oldestMs: oldestAt ? now().getTime() - Date.parse(oldestAt) : null };
	}

	const ageOf = (at: number | null) => (at === null ? null : now().getTime() - at);

	function readBackup(): Condition["backup"] {
		const backups = watched.backups();
		return backups ? { everyMs: backups.everyMs, ageMs: ageOf(backups.lastAt) } : null;
	}

	function readCopies(): Condition["backupCopies"] {
		const copies = watched.backupCopies();
		if (!copies) return null;
		const { everyMs, lastAt, fault } = copies;
		return { everyMs, ageMs: ageOf(lastAt), hasFailed: fault !== undefined };
	}

	const recentErrors = () => {
		const since = now().getTime() - RECENT_MS;
		return events.all().filter(({ level, lastAt }) => level === "error" && lastAt >= since).length;
	};

	registerSiteMetrics({ ...tools, ledger, readHost: readSite, version, readOutbox });
	const end = every(tools.everyMs ?? READ_EVERY_MS, "read-metrics", addReading, log);

	return {
		/** Measures the current state of the site. If the database cannot be read, its values are empty or null. */
		async read(): Promise<Operations> {
			const answers = await databaseAnswers(db, log);
			const host = await readSite();
			const outbox = answers ? await readOutbox() : { pending: 0, failed: 0, oldestMs: null };
			const minute = answers ? await readMinute() : null;
			const liveCrash = watched.liveCrash();
			const soloCrash = watched.soloCrash();
			const backup = readBackup();
			const backupCopies = readCopies();
			const lagP99 = loop.lagP99();
			const platforms = watched.platforms();
			const platformEvents = answers ? await watched.platformEvents() : NO_EVENTS;
			const pointsGrown = answers ? await watched.pointsGrown() : 0;
			const nodes = answers ? await watched.nodes() : [];
			return {
				nodes,
				problems: problemsOf({
					databaseAnswers: answers,
					readOnly: watched.readOnly(),
					liveWell: liveCrash.isWell,
					soloStuck: soloCrash.stuck,
					providerKnown: watched.providerKnown(),
					rolesReadable: watched.rolesReadable(),
					outbox,
					eventsFailed: platformEvents.failed,
					pointsGrown,
					channelsRefused: platforms.filter(({ fault }) => fault === "unauthorised").length,
					channelsIdle: platforms.filter(({ trouble }) => trouble?.isTotal).length,
					channelsPartial: platforms.filter(({ trouble }) => trouble?.isTotal === false).length,
					backup,
					backupCopies,
					minute,
					lagP99,
					disk: host.disk,
					walBytes: host.walBytes,
					heap: host.heap,
					files: host.files,
					recentErrors: recentErrors(),
				}),
				minute,
				lagP99,
				streams: watched.streams(),
				liveCrash,
				soloCrash,
				outbox,
				backup,
				backupCopies,
				platforms,
				stream: watched.stream(),
				platformEvents,
				host,
				openRequests: requests.open(),
				ledger: answers ? await ledger.read() : [],
				signIns: signInsIn(events),
				events: events
					.all()
					.filter(({ level }) => level === "warn" || level === "error")
					.sort((one, other) => other.lastAt - one.lastAt)
					.slice(0, MAX_EVENTS),
				startedAt,
				version,
			};
		},
		end,
	};
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

const signInsIn = (events: EventTally) => ({
	returned: events.count("signed-in"),
	registered: events.count("profile-registered"),
	failed: events.count("sign-in-failed"),
});
