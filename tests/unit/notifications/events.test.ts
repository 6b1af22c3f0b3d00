import { describe, expect, it } from "vitest";
import { applyDueLimits } from "~/games/limits/due-limits.server";
import { endBreak, type Limits, setDailyLoss, startBreak } from "~/games/limits/limits";
import { changeLimits, readLimitsWithLoss } from "~/games/limits/limits.server";
import { countUnreadNotices } from "~/notifications/notices.queries.server";
import { mergePoints, undoMerge } from "~/points/merges/merges.server";
import { adjustPoints } from "~/points/users/giving.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { importText } from "../../support/data/imports";
import { addItem, addOrder } from "../../support/data/store-rows";
import { userId } from "../../support/database";
import { openForEachTest } from "../../support/for-each-test";
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

describe("a viewer is told once about", () => {
	it("an approved order with its note", async () => {
		const id = await addOrder(store.db, store.ana, await addItem(store.db, "mug"));
		const told: unknown[] = [];
		const tools = { ...store.tools, announceNotices: (...call: unknown[]) => void told.push(call) };
		const decide = () =>
			decideOrders(tools, [id], { decision: "approved", note: "Sent", adminId: store.admin });
		await decide();
		await decide();
		expect(await notices()).toEqual([["order-approved", { orderId: id, item: "mug", note: "Sent" }]]);
		expect(told).toEqual([[store.ana]]);
	});

	it("a cancelled order with the returned points, and not about one that could not be decided", async () => {
		const item = await addItem(store.db, "mug");
		const id = await addOrder(store.db, store.ana, item, { quantity: 3 });
		const decide = (decision: "approved" | "cancelled") =>
			decideOrders(store.tools, [id], { decision, note: "", adminId: store.admin });
		await decide("cancelled");
		await decide("approved");
		const data = { orderId: id, item: "mug", points: 300, note: null };
		expect(await notices()).toEqual([["order-cancelled", data]]);
	});

	it("an adjustment by an admin, also when the form is sent twice", async () => {
		const adjust = (shown: number, points: number, idempotencyKey: string = crypto.randomUUID()) =>
			adjustPoints(store.tools, store.admin, { idempotencyKey, userId: store.ana, shown, points });
		const key = crypto.randomUUID();
		await adjust(1000, 1500, key);
		await adjust(1000, 1500, key);
		await adjust(1500, 1500);
		await adjust(1500, 100);
		expect(await notices()).toEqual([
			["points-adjusted", { delta: 500, balance: 1500 }],
			["points-adjusted", { delta: -1400, balance: 100 }],
		]);
	});

	it("imported points", async () => {
		const text = "username,points\nana,5\nbruno,1000";
		await importText(store.tools, store.admin, text);
		expect(await notices()).toEqual([["points-imported", { delta: -995, balance: 5 }]]);
		expect(await store.db.selectFrom("notifications").select("id").execute()).toHaveLength(1);
	});

	it("merged points and their removal", async () => {
		const pointsProvider = { name: "Bot", readPoints: async () => 500 };
		const idempotencyKey = crypto.randomUUID();
		const merge = { idempotencyKey, userId: store.ana, providerPoints: 500, credit: 500 };
		await mergePoints({ ...store.tools, pointsProvider }, store.admin, merge);
		await mergePoints({ ...store.tools, pointsProvider }, store.admin, merge);
		const { id } = await store.db.selectFrom("point_merges").select("id").executeTakeFirstOrThrow();
		await undoMerge(store.tools, store.admin, { userId: store.ana, mergeId: id });
		await undoMerge(store.tools, store.admin, { userId: store.ana, mergeId: id });
		expect(await notices()).toEqual([
			["points-merged", { delta: 500, balance: 1500, provider: "Bot" }],
			["merge-undone", { delta: -500, balance: 1000, provider: "Bot" }],
		]);
	});
});

it("one's own act is in the list as read", async () => {
	const own = store.ana;
	const adjust = { idempotencyKey: crypto.randomUUID(), userId: own, shown: 1000, points: 1500 };
	await adjustPoints(store.tools, own, adjust);
	await importText(store.tools, own, "username,points\nana,1400\nbruno,7");
	const merge = { idempotencyKey: crypto.randomUUID(), userId: own, providerPoints: 9, credit: 9 };
	const pointsProvider = { name: "Bot", readPoints: async () => 9 };
	await mergePoints({ ...store.tools, pointsProvider }, own, merge);
	const { id: mergeId } = await store.db.selectFrom("point_merges").select("id").executeTakeFirstOrThrow();
	await undoMerge(store.tools, own, { userId: own, mergeId });
	const sent: unknown[] = [];
	const tools = { ...store.tools, announceNotices: (...call: unknown[]) => void sent.push(call) };
	const order = await addOrder(store.db, own, await addItem(store.db, "mug"));
	await decideOrders(tools, [order], { decision: "approved", note: "", adminId: own });
	await changeLimits({ ...store.tools, announceRestriction() {} }, own, (limits, now) =>
		startBreak(setDailyLoss(limits, 500, now), "day", now),
	);
	const kinds = (await notices()).map(([kind]) => kind);
	expect([kinds.length, await countUnreadNotices(store.db, own), sent]).toEqual([7, 0, [[own]]]);
	expect(await countUnreadNotices(store.db, userId("bruno"))).toBe(1);
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
