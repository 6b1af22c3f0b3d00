import type { Minute } from "./last-minute";

export interface Disk {
	/** What users other than root may write. */
	freeBytes: number;
	totalBytes: number;
}

/** The measurements that problems are derived from. */
export interface Condition {
	/** Whether the database can be read. */
	databaseAnswers: boolean;
	/** The fault while the database cannot be written; else null. */
	readOnly: string | null;
	/** Whether live Crash can store its rounds, and the number of solo games that cannot. */
	liveWell: boolean;
	soloStuck: number;
	/** Whether discovery of the sign-in provider has succeeded since the start. */
	providerKnown: boolean;
	/** Whether the roles of the last sign-in could be read. */
	rolesReadable: boolean;
	outbox: { pending: number; failed: number; oldestMs: number | null };
	/** Events of the stream that were given up. */
	eventsFailed: number;
	/** Points that a draw above 100 % has given players in the last week. */
	pointsGrown: number;
	/** Platforms that no longer accept the connection of the channel. */
	channelsRefused: number;
	/** Connected platforms without an active subscription, and those with some inactive ones. */
	channelsIdle: number;
	channelsPartial: number;
	/** Null while backups are off; the age is null before the first backup. */
	backup: { ageMs: number | null; everyMs: number } | null;
	/** Null while they are off; the age is null before the first copy of this process. */
	backupCopies: { ageMs: number | null; everyMs: number; hasFailed: boolean } | null;
	minute: Minute | null;
	/** Delay of the event loop's timers in seconds. */
	lagP99: number;
	disk: Disk | null;
	walBytes: number;
	heap: { usedBytes: number; limitBytes: number };
	files: { open: number; most: number } | null;
	/** Number of kinds of errors that were logged recently. */
	recentErrors: number;
}

/** Severity. Bad: something does not work. Warning: it may stop working soon. */
export type Weight = "bad" | "warning";

/** Each problem has messages in both languages, and a section with instructions in docs/operations.md. */
export const PROBLEMS = {
	databaseDown: "bad",
	readOnly: "bad",
	liveStuck: "bad",
	soloStuck: "bad",
	providerAway: "bad",
	shedding: "bad",
	failing: "bad",
	channelIdle: "bad",
	rolesUnreadable: "warning",
	slow: "warning",
	stalling: "warning",
	botFailing: "warning",
	botSlow: "warning",
	eventsFailed: "warning",
	channelRefused: "warning",
	pointsGrow: "warning",
	channelPartial: "warning",
	backupsOff: "warning",
	backupLate: "warning",
	copiesFailing: "warning",
	diskLow: "warning",
	logLong: "warning",
	memoryLow: "warning",
	filesLow: "warning",
	errors: "warning",
} as const satisfies Record<string, Weight>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface Problem {
	code: ProblemCode;
	weight: Weight;
	/** The number in the problem's message. */
	count: number;
}

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

/** Derives the current problems, those of weight `bad` first. */
export function problemsOf(condition: Condition): Problem[] {
	const { minute, outbox, backup, backupCopies: copies, disk, heap, files } = condition;
	const found: Partial<Record<ProblemCode, number | false>> = {
		databaseDown: !condition.databaseAnswers && 1,
		readOnly: condition.readOnly !== null && 1,
		liveStuck: !condition.liveWell && 1,
		soloStuck: condition.soloStuck,
		providerAway: !condition.providerKnown && 1,
		shedding: minute?.shed ?? 0,
		failing: minute !== null && isFailing(minute) && minute.failed,
		rolesUnreadable: !condition.rolesReadable && 1,
		slow: minute !== null && isSlow(minute) && 1,
		stalling: condition.lagP99 > LAG_SECONDS && 1,
		botFailing: outbox.failed,
		botSlow: (outbox.oldestMs ?? 0) > BOT_SLOW_MS && outbox.pending,
		eventsFailed: condition.eventsFailed,
		channelRefused: condition.channelsRefused,
		pointsGrow: condition.pointsGrown,
		channelIdle: condition.channelsIdle,
		channelPartial: condition.channelsPartial,
		backupsOff: backup === null && 1,
		backupLate:
			backup !== null && (backup.ageMs === null || backup.ageMs > backup.everyMs * BACKUP_LATE) && 1,
		copiesFailing:
			copies !== null && (copies.hasFailed || (copies.ageMs ?? 0) > copies.everyMs * BACKUP_LATE) && 1,
		diskLow: disk !== null && isDiskLow(disk) && Math.round(disk.freeBytes / MEBIBYTE),
		logLong: condition.walBytes > LONG_LOG_BYTES && Math.round(condition.walBytes / MEBIBYTE),
		memoryLow: heap.usedBytes > heap.limitBytes * MAX_HEAP_SHARE && 1,
		filesLow: files !== null && files.open > files.most * MAX_FILES_SHARE && files.open,
		errors: condition.recentErrors,
	};
	return (Object.keys(PROBLEMS) as ProblemCode[]).flatMap((code) => {
		const count = found[code];
		// A full disk has a count of 0 free mebibytes.
		if (count === undefined || count === false || (count === 0 && code !== "diskLow")) return [];
		return { code, weight: PROBLEMS[code], count };
	});
}

const isFailing = ({ failed, requests }: Minute): boolean => failed > 0 && failed >= FAILING_SHARE * requests;

const isSlow = ({ requests, requestP99 }: Minute): boolean =>
	requests >= MIN_REQUESTS && (requestP99 ?? 0) > SLOW_SECONDS;

/** Whether a disk is nearly full: less than 512 MiB are free, or on a disk of less than 10 GiB less than 5 %. */
export const isDiskLow = ({ freeBytes, totalBytes }: Disk): boolean =>
	freeBytes < Math.min(MIN_FREE_BYTES, MIN_FREE_SHARE * totalBytes);
