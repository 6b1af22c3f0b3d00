import type { Minute } from "./last-minute";
import type { Disk, SiteState, WatchedPlatform } from "./site-state";

const SLOW_SECONDS = 1;
/** With fewer requests in the minute, slow ones are not significant. */
const MIN_REQUESTS = 20;
const FAILING_SHARE = 0.02;
const LAG_SECONDS = 0.1;
const BOT_SLOW_MS = 15 * 60_000;
/** A backup is late after this multiple of its interval, because a restart may delay one. */
export const BACKUP_LATE = 1.5;
const MEBIBYTE = 1024 * 1024;
const MIN_FREE_BYTES = 512 * MEBIBYTE;
const MIN_FREE_SHARE = 0.05;
const LONG_LOG_BYTES = 256 * MEBIBYTE;
const MAX_HEAP_SHARE = 0.85;
const MAX_FILES_SHARE = 0.8;

/**
 * Critical: the process must not get requests, so that `/healthz` answers 503. Bad: something does not work. Warning: it may
 * stop working soon.
 */
type Severity = "critical" | "bad" | "warning";

/** What a check has found: nothing, a fault, or a fault with the number in its text. */
type Finding = boolean | number;

/** Declares a check of one fact. Its name is its key in the list. It finds nothing while the fact is unknown. */
const defineCheck = <Fact extends keyof SiteState>(
	severity: Severity,
	fact: Fact,
	run: (value: Exclude<SiteState[Fact], undefined>) => Finding,
) => ({
	severity,
	run(state: Partial<SiteState>): Finding {
		const value = state[fact];
		return value === undefined ? false : run(value as Exclude<SiteState[Fact], undefined>);
	},
});

/**
 * The checks of a running site, for the operations page, `/healthz`, `plateia doctor` and the metric `plateia_problem`, those
 * with the highest severity first. What to do is in `operations.problems` of the messages, and in docs/operations.md.
 */
export const SITE_CHECKS = {
	databaseDown: defineCheck("critical", "databaseAnswers", (answers) => !answers),
	readOnly: defineCheck("critical", "readOnly", (fault) => fault !== null),
	liveStuck: defineCheck("critical", "liveCrash", ({ isWell }) => !isWell),
	soloStuck: defineCheck("bad", "soloCrash", ({ stuck }) => some(stuck)),
	providerAway: defineCheck("bad", "providerKnown", (isKnown) => !isKnown),
	beaconUnread: defineCheck("bad", "beaconUnread", (isUnread) => isUnread),
	shedding: defineCheck("bad", "minute", (minute) => some(minute?.shed)),
	failing: defineCheck("bad", "minute", (minute) => minute !== null && isFailing(minute) && minute.failed),
	channelIdle: defineCheck(
		"bad",
		"platforms",
		countOf(({ trouble }) => trouble?.isTotal === true),
	),
	rolesUnreadable: defineCheck("warning", "rolesReadable", (areReadable) => !areReadable),
	slow: defineCheck("warning", "minute", (minute) => minute !== null && isSlow(minute)),
	stalling: defineCheck("warning", "lagP99", (seconds) => seconds > LAG_SECONDS),
	botFailing: defineCheck("warning", "outbox", ({ failed }) => some(failed)),
	botSlow: defineCheck(
		"warning",
		"outbox",
		({ oldestMs, pending }) => (oldestMs ?? 0) > BOT_SLOW_MS && pending,
	),
	eventsFailed: defineCheck("warning", "platformEvents", ({ failed }) => some(failed)),
	channelRefused: defineCheck(
		"warning",
		"platforms",
		countOf(({ fault }) => fault === "unauthorised"),
	),
	pointsGrow: defineCheck("warning", "pointsGrown", (points) => some(points)),
	channelPartial: defineCheck(
		"warning",
		"platforms",
		countOf(({ trouble }) => trouble?.isTotal === false),
	),
	backupsOff: defineCheck("warning", "backup", (backup) => backup === null),
	backupLate: defineCheck(
		"warning",
		"backup",
		(backup) => backup !== null && (backup.ageMs ?? Number.POSITIVE_INFINITY) > backup.everyMs * BACKUP_LATE,
	),
	copiesFailing: defineCheck(
		"warning",
		"backupCopies",
		(copies) => copies !== null && (copies.hasFailed || (copies.ageMs ?? 0) > copies.everyMs * BACKUP_LATE),
	),
	diskLow: defineCheck(
		"warning",
		"disk",
		(disk) => disk !== null && isDiskLow(disk) && Math.round(disk.freeBytes / MEBIBYTE),
	),
	logLong: defineCheck(
		"warning",
		"host",
		({ walBytes }) => walBytes > LONG_LOG_BYTES && Math.round(walBytes / MEBIBYTE),
	),
	memoryLow: defineCheck("warning", "host", ({ heap }) => heap.usedBytes > heap.limitBytes * MAX_HEAP_SHARE),
	filesLow: defineCheck(
		"warning",
		"host",
		({ files }) => files !== null && files.open > files.most * MAX_FILES_SHARE && files.open,
	),
	errors: defineCheck("warning", "recentErrors", (kinds) => some(kinds)),
};

export type SiteCheckName = keyof typeof SITE_CHECKS;
export interface SiteProblem {
	name: SiteCheckName;
	severity: Severity;
	/** The number in its text; 1 if it has none. */
	count: number;
}

/** The problems in what is known of a site, in the order of the list. */
export const findProblems = (state: Partial<SiteState>): SiteProblem[] =>
	(Object.keys(SITE_CHECKS) as SiteCheckName[]).flatMap((name) => {
		const { severity, run } = SITE_CHECKS[name];
		const found = run(state);
		return found === false ? [] : [{ name, severity, count: Number(found) }];
	});

const some = (count = 0) => count > 0 && count;

function countOf(isMeant: (platform: WatchedPlatform) => boolean) {
	return (platforms: WatchedPlatform[]) => some(platforms.filter(isMeant).length);
}

const isFailing = ({ failed, requests }: Minute): boolean => failed > 0 && failed >= FAILING_SHARE * requests;

const isSlow = ({ requests, requestP99 }: Minute): boolean =>
	requests >= MIN_REQUESTS && (requestP99 ?? 0) > SLOW_SECONDS;

/** Whether a disk is nearly full: less than 512 MiB are free, or on a disk of less than 10 GiB less than 5 %. */
export const isDiskLow = ({ freeBytes, totalBytes }: Disk): boolean =>
	freeBytes < Math.min(MIN_FREE_BYTES, MIN_FREE_SHARE * totalBytes);
