import { expect, it, vi } from "vitest";
import { setDailyLoss, startBreak } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { reloadDelay } from "~/games/limits/restriction";
import { openRestrictionTopic } from "~/games/limits/restriction-topic.server";
import { fakeClock, userId } from "../../../support/database";
import { eventually } from "../../../support/eventually";
import { databaseForEachTest } from "../../../support/for-each-test";
import { testSite } from "../../../support/test-site";

const DAY = 24 * 60 * 60 * 1000;
const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");

function open() {
	const { now } = fakeClock();
	const published: unknown[][] = [];
	let snapshot: (keys: readonly string[]) => unknown = () => undefined;
	const hub = {
		openTopic: (_name: string, options: { snapshot: typeof snapshot }) => {
			snapshot = options.snapshot;
		},
		isWatched: () => true,
		publishTo: (...call: unknown[]) => void published.push(call),
	} as unknown as Parameters<typeof openRestrictionTopic>[0]["hub"];
	const log = { error: vi.fn() };
	const bus = { publish() {}, subscribe() {} };
	const tools = { db: test.db, now, hub, bus, log, config: { SITE_TIMEZONE: "Europe/Lisbon" } };
	const announceRestriction = openRestrictionTopic(tools as never);
	return {
		...{ announceRestriction, published, log, at: now().getTime() },
		snapshot: (keys: string[]) => snapshot(keys),
		change: (verb: Parameters<typeof changeLimits>[2]) =>
			changeLimits(testSite({ ...tools, announceRestriction, announceNotices() {} }), ana, verb),
	};
}

it("publishes each change of the limits to the player's tabs, and starts with the current restriction", async () => {
	const site = open();
	expect(await site.snapshot([`user:${ana}`])).toEqual([{ event: "current", data: null }]);
	expect(await site.snapshot(["demo:1"])).toEqual([]);
	await site.change((limits, now) => setDailyLoss(limits, 100, now));
	await eventually(() => expect(site.published).toHaveLength(1));
	await site.change((limits, now) => startBreak(limits, "day", now));
	await eventually(() => expect(site.published).toHaveLength(2));
	const current = { kind: "break", endsAt: site.at + DAY };
	expect(site.published).toEqual([
		[`user:${ana}`, "restriction", "current", null],
		[`user:${ana}`, "restriction", "current", current],
	]);
	expect(await site.snapshot([`user:${ana}`])).toEqual([{ event: "current", data: current }]);
});

it.each([
	["at its end", 90_000, 90_000],
	["after a second for one that is over", -5, 1000],
	["after a day for one of a month, which a timer cannot wait for", 30 * DAY, DAY],
])("a page with a restriction is loaded again %s", (_when, msLeft, expected) => {
	expect(reloadDelay(msLeft)).toBe(expected);
});
