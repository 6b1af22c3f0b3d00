import { describe, expect, it } from "vitest";
import { type Condition, PROBLEMS, type ProblemCode, problemsOf } from "~/operations/problems";

const MEBIBYTE = 1024 * 1024;
const HOUR_MS = 60 * 60_000;
const quiet = {
	seconds: 60,
	requests: 100,
	failed: 0,
	shed: 0,
	entries: 0,
	bets: 0,
	staked: 0,
	requestP50: 0.01,
	requestP99: 0.05,
};
const healthy: Condition = {
	databaseAnswers: true,
	readOnly: null,
	liveWell: true,
	soloStuck: 0,
	providerKnown: true,
	rolesReadable: true,
	outbox: { pending: 0, failed: 0, oldestMs: null },
	eventsFailed: 0,
	pointsGrown: 0,
	channelsRefused: 0,
	channelsIdle: 0,
	channelsPartial: 0,
	backup: { ageMs: HOUR_MS, everyMs: 24 * HOUR_MS },
	backupCopies: { ageMs: HOUR_MS, everyMs: 24 * HOUR_MS, hasFailed: false },
	minute: quiet,
	lagP99: 0.003,
	disk: { freeBytes: 20_000 * MEBIBYTE, totalBytes: 40_000 * MEBIBYTE },
	walBytes: 4 * MEBIBYTE,
	heap: { usedBytes: 80 * MEBIBYTE, limitBytes: 2000 * MEBIBYTE },
	files: { open: 60, most: 1024 },
	recentErrors: 0,
};

const found = (changes: Partial<Condition>) => problemsOf({ ...healthy, ...changes });

it("no problem is found on a healthy site or without data", () => {
	expect(problemsOf(healthy)).toEqual([]);
	expect(found({ minute: null, disk: null, files: null })).toEqual([]);
});

/** For each problem, a condition that causes only this one, and the count in its message. */
const CASES: Record<ProblemCode, [Partial<Condition>, number]> = {
	databaseDown: [{ databaseAnswers: false }, 1],
	readOnly: [{ readOnly: "full" }, 1],
	liveStuck: [{ liveWell: false }, 1],
	soloStuck: [{ soloStuck: 3 }, 3],
	providerAway: [{ providerKnown: false }, 1],
	shedding: [{ minute: { ...quiet, shed: 12 } }, 12],
	failing: [{ minute: { ...quiet, failed: 2 } }, 2],
	rolesUnreadable: [{ rolesReadable: false }, 1],
	slow: [{ minute: { ...quiet, requestP99: 1.2 } }, 1],
	stalling: [{ lagP99: 0.2 }, 1],
	botFailing: [{ outbox: { pending: 0, failed: 4, oldestMs: null } }, 4],
	botSlow: [{ outbox: { pending: 5, failed: 0, oldestMs: HOUR_MS } }, 5],
	eventsFailed: [{ eventsFailed: 3 }, 3],
	channelRefused: [{ channelsRefused: 1 }, 1],
	pointsGrow: [{ pointsGrown: 1200 }, 1200],
	channelIdle: [{ channelsIdle: 2 }, 2],
	channelPartial: [{ channelsPartial: 1 }, 1],
	backupsOff: [{ backup: null }, 1],
	backupLate: [{ backup: { ageMs: 37 * HOUR_MS, everyMs: 24 * HOUR_MS } }, 1],
	copiesFailing: [{ backupCopies: { ageMs: null, everyMs: HOUR_MS, hasFailed: true } }, 1],
	diskLow: [{ disk: { freeBytes: 300 * MEBIBYTE, totalBytes: 40_000 * MEBIBYTE } }, 300],
	logLong: [{ walBytes: 300 * MEBIBYTE }, 300],
	memoryLow: [{ heap: { usedBytes: 1800 * MEBIBYTE, limitBytes: 2000 * MEBIBYTE } }, 1],
	filesLow: [{ files: { open: 900, most: 1024 } }, 900],
	errors: [{ recentErrors: 2 }, 2],
};

describe.each(Object.entries(CASES))("%s", (code, [changes, count]) => {
	it("is the only problem found, with its severity", () => {
		expect(found(changes)).toEqual([{ code, weight: PROBLEMS[code as ProblemCode], count }]);
	});
});

it.each([
	["a few slow requests in a quiet minute", { minute: { ...quiet, requests: 3, requestP99: 4 } }],
	["one failure among very many requests", { minute: { ...quiet, requests: 5000, failed: 1 } }],
	["a message that was written a minute ago", { outbox: { pending: 1, failed: 0, oldestMs: 60_000 } }],
	[
		"a first copy that has yet to be made",
		{ backupCopies: { ageMs: null, everyMs: HOUR_MS, hasFailed: false } },
	],
	["a backup that is an hour late", { backup: { ageMs: 25 * HOUR_MS, everyMs: 24 * HOUR_MS } }],
	["a small disk that is half empty", { disk: { freeBytes: 400 * MEBIBYTE, totalBytes: 800 * MEBIBYTE } }],
])("no problem is reported for %s", (_name, changes) => {
	expect(found(changes)).toEqual([]);
});

it("a full disk and a backup that was never made are reported", () => {
	expect(found({ disk: { freeBytes: 0, totalBytes: 40_000 * MEBIBYTE } })).toEqual([
		{ code: "diskLow", weight: "warning", count: 0 },
	]);
	expect(found({ backup: { ageMs: null, everyMs: HOUR_MS } }).map(({ code }) => code)).toEqual([
		"backupLate",
	]);
});
