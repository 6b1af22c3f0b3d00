import { describe, expect, it } from "vitest";
import type { SiteState } from "~/operations/site-state";
import { viewOperations } from "~/operations/view.server";
import { stateWith } from "./state-with";

const NOW = new Date("2026-11-23T20:00:00.000Z");
const OPTIONS = {
	language: "en",
	timeZone: "Europe/Lisbon",
	...{ now: NOW, botIsOn: false, nodeId: "a1" },
} as const;
const process = { events: { all: () => [], count: () => 0 }, startedAt: 0, version: "1" };

const view = (changes: Partial<SiteState>) => viewOperations(stateWith(changes), process, OPTIONS);

/** The figures of the stream as texts. */
function metrics(changes: Partial<SiteState>) {
	const group = view(changes).groups.find(({ id }) => id === "stream");
	return group?.figures.map(([id, value]) => [id, typeof value === "object" ? (value?.word ?? null) : value]);
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
			["kick", "unauthorised"],
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
	expect(view({ nodes }).nodes).toMatchObject([
		{ host: "web1", isThis: true, epoch: null, silent: "0.2 secs", clock: "-1.5 secs" },
		{ host: "web2", isThis: false, epoch: 7, silent: "4.2 secs", clock: "0 secs" },
	]);
});
