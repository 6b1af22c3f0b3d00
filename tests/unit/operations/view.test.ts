import { describe, expect, it } from "vitest";
import type { Operations } from "~/operations/operations.server";
import { viewOperations } from "~/operations/view.server";
import type { WatchedPlatform } from "~/operations/watched";

const NOW = new Date("2026-11-23T20:00:00.000Z");
const away: WatchedPlatform = {
	id: "kick",
	isConnected: false,
	fault: undefined,
	trouble: undefined,
	heardAt: undefined,
};

const OPTIONS = {
	language: "en",
	timeZone: "Europe/Lisbon",
	now: NOW,
	botIsOn: false,
	nodeId: "a1",
} as const;

const stateWith = (changes: Partial<Operations>) =>
	({
		...{
			problems: [],
			events: [],
			minute: null,
			lagP99: 0,
			streams: { open: 0 },
			openRequests: 0,
			ledger: [],
		},
		...{
			liveCrash: { isActive: false, bets: 0 },
			soloCrash: { games: 0 },
			backup: null,
			backupCopies: null,
			version: "1",
		},
		...{
			outbox: { pending: 0, failed: 0, oldestMs: null },
			signIns: { returned: 0, registered: 0, failed: 0 },
		},
		host: { residentBytes: 0, heap: { limitBytes: 0, usedBytes: 0 }, databaseBytes: 0, disk: null },
		...{ startedAt: 0, platforms: [away], stream: undefined },
		platformEvents: { due: 0, held: 0, waiting: 0, failed: 0 },
		nodes: [],
		...changes,
	}) as unknown as Operations;

/** The metrics of the stream as texts. */
function metrics(changes: Partial<Operations>) {
	const group = viewOperations(stateWith(changes), OPTIONS).groups.find(({ id }) => id === "stream");
	return group?.metrics.map(({ id, value, word }) => [id, word ?? value]);
}

describe("the stream on the operations page", () => {
	it("shows what is on, each connection, and the events", () => {
		const heardAt = new Date(NOW.getTime() - 5 * 60_000);
		const found = metrics({
			stream: { since: "2026-11-23T19:15:00.000Z", title: "Bonus hunt", category: "", viewers: 1234 },
			platforms: [
				{ id: "twitch", isConnected: true, fault: undefined, trouble: undefined, heardAt },
				{ id: "kick", isConnected: true, fault: "unauthorised", trouble: undefined, heardAt: undefined },
			],
			platformEvents: { due: 1, held: 4, waiting: 2000, failed: 3 },
		});
		expect(found).toEqual([
			["stream", "live"],
			["streamTitle", "Bonus hunt"],
			["streamCategory", null],
			["streamSince", "23 Nov 2026, 19:15"],
			["streamViewers", "1,234"],
			["twitch", "connected"],
			["twitchHeard", "5 minutes"],
			["kick", "faults.unauthorised"],
			["kickHeard", null],
			["eventsDue", "1"],
			["eventsHeld", "4"],
			["eventsWaiting", "2,000"],
			["eventsFailed", "3"],
		]);
	});
});

it("a connected platform whose subscriptions are inactive is not shown as connected", () => {
	const platform = { id: "twitch", isConnected: true, fault: undefined, heardAt: undefined } as const;
	const words = [true, false].map(
		(isTotal) => metrics({ platforms: [{ ...platform, trouble: { isTotal } }] })?.[1],
	);
	expect(words).toEqual([
		["twitch", "earnsNothing"],
		["twitch", "earnsLess"],
	]);
});

it("the table of processes shows which one leads, in which epoch, and the clocks", () => {
	const startedAt = new Date("2026-03-01T10:00:00.000Z");
	const nodes = [
		{ id: "a1", host: "web1", startedAt, silentMs: 240, clockAheadMs: -1500, epoch: undefined },
		{ id: "b2", host: "web2", startedAt, silentMs: 4200, clockAheadMs: -12, epoch: 7 },
	];
	expect(viewOperations(stateWith({ nodes }), OPTIONS).nodes).toMatchObject([
		{ host: "web1", isThis: true, epoch: null, silent: "0.2 secs", clock: "-1.5 secs" },
		{ host: "web2", isThis: false, epoch: 7, silent: "4.2 secs", clock: "0 secs" },
	]);
});
