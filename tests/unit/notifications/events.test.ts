import { describe, expect, it } from "vitest";
import { endBreak, type Limits, setDailyLoss, startBreak } from "~/games/limits/limits";
import { applyDueLimits, changeLimits, readLimitsWithLoss } from "~/games/limits/limits.server";
import { countUnreadNotices } from "~/notifications/notices.queries.server";
import { mergePoints, undoMerge } from "~/points/merges/merges.server";
import { adjustPoints } from "~/points/users/giving.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { importText } from "../../support/data/imports";
import { addItem, addOrder } from "../../support/data/store-rows";
import { openForEachTest } from "../../support/for-each-test";
import { testSite } from "../../support/test-site";
import { openStore } from "../store/orders.setup";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const store = openForEachTest(openStore);

/** The notices of ana, oldest first. */
const notices = async () =>
	(
		await store.db
			.selectFrom("notifications")
			.select(["kind", "data"])
			.where("user_id", "=", store.ana)
			.orderBy("id")
			.execute()
	).map(({ kind, data }) => [kind, JSON.parse(data)]);

/** What an admin does to the points and orders of ana, each sent twice. */
async function actAs(admin: string, tools: typeof store.tools) {
	const item = await addItem(store.db, "mug");
	for (const decision of ["approved", "cancelled"] as const) {
		const id = await addOrder(store.db, store.ana, item);
		for (const note of ["Sent", "Sent"]) await decideOrders(tools, [id], { decision, note, adminId: admin });
		// Not told about: it is decided already.
		await decideOrders(tools, [id], { decision: "approved", note: "Other", adminId: admin });
	}
	const adjust = { idempotencyKey: crypto.randomUUID(), userId: store.ana, shown: 900, points: 1500 };
	for (let time = 0; time < 2; time++) await adjustPoints(tools, admin, adjust);
	await adjustPoints(tools, admin, { ...adjust, idempotencyKey: crypto.randomUUID(), shown: 1500 });
	await importText(tools, admin, "username,points\nana,5\nbruno,1000");
	const pointsProvider = { name: "Bot", readPoints: async () => 500 };
	const merge = { idempotencyKey: crypto.randomUUID(), providerPoints: 500, credit: 500 };
	for (let time = 0; time < 2; time++)
		await mergePoints({ ...tools, pointsProvider }, admin, { ...merge, userId: store.ana });
	const { id: mergeId } = await store.db.selectFrom("point_merges").select("id").executeTakeFirstOrThrow();
	for (let time = 0; time < 2; time++) await undoMerge(tools, admin, { userId: store.ana, mergeId });
}

it("a viewer is told once about orders and points", async () => {
	await actAs(store.admin, store.tools);
	const orderId = expect.any(String);
	expect(await notices()).toEqual([
		["order-approved", { orderId, item: "mug", note: "Sent" }],
		["order-cancelled", { orderId, item: "mug", points: 100, note: "Sent" }],
		["points-adjusted", { delta: 600, balance: 1500 }],
		["points-imported", { delta: -1495, balance: 5 }],
		["points-merged", { delta: 500, balance: 505, provider: "Bot" }],
		["merge-undone", { delta: -500, balance: 5, provider: "Bot" }],
	]);
	expect(await countUnreadNotices(store.db, store.bruno), "of an import that changes nothing").toBe(0);
});

it("one's own act is in the list as read", async () => {
	const sent: string[] = [];
	await actAs(
		store.ana,
		testSite({ ...store.tools, announceNotices: (user: string) => void sent.push(user) }),
	);
	await changeLimits({ ...store.tools, announceRestriction() {} }, store.ana, (limits, now) =>
		startBreak(setDailyLoss(limits, 500, now), "day", now),
	);
	expect([(await notices()).length, await countUnreadNotices(store.db, store.ana)]).toEqual([8, 0]);
	expect(new Set(sent)).toEqual(new Set([store.ana]));
});

describe("a player is told about", () => {
	const change = (verb: (limits: Limits, now: number) => Limits) =>
		changeLimits({ ...store.tools, announceRestriction() {} }, store.ana, verb);
	const limit = (points: number | null) => change((limits, now) => setDailyLoss(limits, points, now));
	const later = (ms: number) => new Date(store.clock.now().getTime() + ms).toISOString();

	it("a new limit, a looser one that waits, and the moment at which it applies", async () => {
		await limit(500);
		await limit(500);
		const from = later(DAY_MS);
		await limit(900);
		await limit(900);
		await applyDueLimits(store.tools);
		store.clock.pass(DAY_MS);
		await applyDueLimits(store.tools);
		await applyDueLimits(store.tools);
		expect(await notices()).toEqual([
			["limit-set", { dailyLoss: 500 }],
			["limit-later", { dailyLoss: 900, from }],
			["limit-raised", { dailyLoss: 900 }],
		]);
		expect(await readLimitsWithLoss(store.tools, store.ana)).toMatchObject({
			limits: { dailyLoss: 900, next: null },
		});
	});

	it("a looser limit that applies, when the player changes the limits before the job runs", async () => {
		await limit(500);
		await limit(900);
		store.clock.pass(DAY_MS);
		await limit(800);
		await applyDueLimits(store.tools);
		expect((await notices()).slice(2)).toEqual([
			["limit-raised", { dailyLoss: 900 }],
			["limit-set", { dailyLoss: 800 }],
		]);
	});

	it("a break that starts, is extended, is shortened and ends", async () => {
		await change((limits, now) => startBreak(limits, "day", now));
		const first = later(DAY_MS);
		// The same form again, a moment later.
		store.clock.pass(1000);
		await change((limits, now) => startBreak(limits, "day", now));
		await change((limits, now) => startBreak(limits, "week", now));
		const second = later(7 * DAY_MS);
		await change(endBreak);
		const third = later(DAY_MS);
		store.clock.pass(DAY_MS);
		await applyDueLimits(store.tools);
		await applyDueLimits(store.tools);
		expect(await notices()).toEqual([
			["break-started", { until: first }],
			["break-extended", { until: second }],
			["break-shortened", { until: third }],
			["break-over", {}],
		]);
		expect((await readLimitsWithLoss(store.tools, store.ana)).limits.breakUntil).toBeNull();
	});
});
