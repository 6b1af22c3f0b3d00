import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findProblems, SITE_CHECKS, type SiteCheckName } from "~/operations/site-checks";
import type { SiteState, WatchedPlatform } from "~/operations/site-state";
import { HOUR_MS, MEBIBYTE, quietMinute, stateWith } from "./state-with";

const found = (changes: Partial<SiteState>) => findProblems(stateWith(changes));
const { host, liveCrash, soloCrash, outbox, platformEvents } = stateWith();
const platform = (changes: Partial<WatchedPlatform>): WatchedPlatform => ({
	...{ id: "twitch", isConnected: true, fault: undefined, trouble: undefined, heardAt: undefined },
	...changes,
});
const disk = (free: number, total = 40_000) => ({
	disk: { freeBytes: free * MEBIBYTE, totalBytes: total * MEBIBYTE },
});

it("no problem is found on a healthy site, without data or in an unknown state", () => {
	expect(found({})).toEqual([]);
	expect(found({ minute: null, disk: null, host: { ...host, files: null } })).toEqual([]);
	expect(findProblems({})).toEqual([]);
});

/** For each check, a state in which it alone finds a problem, and the count in its text. */
const CASES: Record<SiteCheckName, [Partial<SiteState>, number]> = {
	databaseDown: [{ databaseAnswers: false, outbox: undefined, platformEvents: undefined, minute: null }, 1],
	readOnly: [{ readOnly: "full" }, 1],
	liveStuck: [{ liveCrash: { ...liveCrash, isWell: false } }, 1],
	soloStuck: [{ soloCrash: { ...soloCrash, stuck: 3 } }, 3],
	providerAway: [{ providerKnown: false }, 1],
	beaconUnread: [{ beaconUnread: true }, 1],
	shedding: [{ minute: { ...quietMinute, shed: 12 } }, 12],
	failing: [{ minute: { ...quietMinute, failed: 2 } }, 2],
	rolesUnreadable: [{ rolesReadable: false }, 1],
	slow: [{ minute: { ...quietMinute, requestP99: 1.2 } }, 1],
	stalling: [{ lagP99: 0.2 }, 1],
	botFailing: [{ outbox: { pending: 0, failed: 4, oldestMs: null } }, 4],
	botSlow: [{ outbox: { pending: 5, failed: 0, oldestMs: HOUR_MS } }, 5],
	eventsFailed: [{ platformEvents: { due: 0, held: 0, waiting: 0, failed: 3 } }, 3],
	channelRefused: [{ platforms: [platform({ fault: "unauthorised" }), platform({ id: "kick" })] }, 1],
	pointsGrow: [{ pointsGrown: 1200 }, 1200],
	channelIdle: [{ platforms: [1, 2].map(() => platform({ trouble: { isTotal: true } })) }, 2],
	channelPartial: [{ platforms: [platform({ trouble: { isTotal: false } })] }, 1],
	backupsOff: [{ backup: null }, 1],
	backupLate: [{ backup: { ageMs: 37 * HOUR_MS, everyMs: 24 * HOUR_MS } }, 1],
	copiesFailing: [{ backupCopies: { ageMs: null, everyMs: HOUR_MS, hasFailed: true } }, 1],
	diskLow: [disk(300), 300],
	logLong: [{ host: { ...host, walBytes: 300 * MEBIBYTE } }, 300],
	memoryLow: [{ host: { ...host, heap: { usedBytes: 1800, limitBytes: 2000 } } }, 1],
	filesLow: [{ host: { ...host, files: { open: 900, most: 1024 } } }, 900],
	errors: [{ recentErrors: 2 }, 2],
};

it.each(Object.entries(CASES))("the check %s alone finds its problem", (name, [changes, count]) => {
	const { severity } = SITE_CHECKS[name as SiteCheckName];
	expect(found(changes)).toEqual([{ name, severity, count }]);
});

it.each<[string, Partial<SiteState>]>([
	["a few slow requests in a quiet minute", { minute: { ...quietMinute, requests: 3, requestP99: 4 } }],
	["one failure among very many requests", { minute: { ...quietMinute, requests: 5000, failed: 1 } }],
	["a message that was written a minute ago", { outbox: { pending: 1, failed: 0, oldestMs: 60_000 } }],
	[
		"a first copy that has yet to be made",
		{ backupCopies: { ageMs: null, everyMs: HOUR_MS, hasFailed: false } },
	],
	["a backup that is an hour late", { backup: { ageMs: 25 * HOUR_MS, everyMs: 24 * HOUR_MS } }],
	["a small disk that is half empty", disk(400, 800)],
	[
		"messages and events that wait",
		{
			outbox: { ...outbox, pending: 3, failed: 0, oldestMs: 1 } as SiteState["outbox"],
			platformEvents: { ...platformEvents, due: 2 } as SiteState["platformEvents"],
		},
	],
])("no problem is found for %s", (_name, changes) => {
	expect(found(changes)).toEqual([]);
});

it("a full disk and a backup that was never made are found", () => {
	expect(found(disk(0))).toEqual([{ name: "diskLow", severity: "warning", count: 0 }]);
	expect(found({ backup: { ageMs: null, everyMs: HOUR_MS } }).map(({ name }) => name)).toEqual([
		"backupLate",
	]);
});

it("docs/operations.md lists each check with its severity, those with the highest first", () => {
	const listed = readFileSync("docs/operations.md", "utf8").matchAll(
		/^\| `(\w+)` \| (critical|bad|warning) \| .+ \|$/gm,
	);
	expect([...listed].map(([, name, severity]) => [name, severity])).toEqual(
		Object.entries(SITE_CHECKS).map(([name, { severity }]) => [name, severity]),
	);
});
