import { beforeEach, describe, expect, it } from "vitest";
import { addBonus, correctPayout, openBonus } from "~/bonus-hunt/model/bonuses.server";
import { discardHunt, finishHunt, reopenHunt, startHunt } from "~/bonus-hunt/model/hunts.server";
import { findBonuses } from "~/bonus-hunt/persistence/hunts.queries.server";
import { followSources, marketJob } from "~/events/predictions/decide.server";
import { actOnMarket, stakeOn } from "~/events/predictions/markets.server";
import { predictionInvariants } from "~/events/predictions/predictions.audit.server";
import { setDailyLoss, startBreak } from "~/games/limits/limits";
import { changeLimits } from "~/games/limits/limits.server";
import { announcedIn } from "../../support/announced";
import { addUser, userId } from "../../support/database";
import { expectRefusal, violatedAfter } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowOf, rowsOf } from "../../support/rows-of";
import { runJobs } from "../../support/settle-jobs";
import { HOUR, MINUTE, openPredictions } from "./predictions.setup";

const test = databaseForEachTest({ users: { boss: 1000, ana: 1000, bruno: 1000, eva: 1000 } });
let world: ReturnType<typeof openPredictions>;
beforeEach(() => {
	world = openPredictions(test);
});

const BOSS = userId("boss");
const settle = (id: string, result: number) => world.act("settle", id, { result });
const shown = async (name?: string, language?: "pt" | "en") => (await world.page(name, language)).markets[0];

it("opening, end of the stakes and decision are announced, each when it happens", async () => {
	const announced = async () =>
		(await announcedIn(world.db)).map(({ type, at }) => [type, (Date.parse(at) - opened) / MINUTE]);
	const opened = world.clock.now().getTime();
	const ends = 10 - 10 / 60;
	const id = await world.open();
	expect(await announced()).toEqual([
		["prediction.opened", 0],
		["prediction.locked", ends],
	]);
	world.clock.pass(MINUTE - 1);
	await world.act("lock", id);
	world.clock.pass(MINUTE);
	await settle(id, 0);
	expect(await announced()).toEqual([
		["prediction.opened", 0],
		["prediction.locked", 1],
		["prediction.decided", 2],
	]);
});

describe("a stake", () => {
	it("is taken once per form, added to, and shown with the pools", async () => {
		const id = await world.open();
		const key = crypto.randomUUID();
		await world.stake("ana", id, 1, 100, key);
		await world.stake("ana", id, 1, 100, key);
		await world.stake("ana", id, 1, 50);
		await world.stake("bruno", id, 0, 30);
		expect([await world.points("ana"), await world.points("bruno")]).toEqual([850, 970]);
		expect(await shown("ana")).toMatchObject({
			state: "open",
			pools: [
				{ points: 30, stakes: 1 },
				{ points: 150, stakes: 1 },
			],
			own: { outcome: 1, points: 150, paid: null },
		});
		expect(await shown()).toMatchObject({ own: null });
		await world.expectSound();
	});

	it("is refused without a charge: other side, maximum, balance, admin, unknown market or outcome", async () => {
		const id = await world.open();
		await world.stake("ana", id, 0, 400);
		await expectRefusal(world.stake("ana", id, 1, 10), "marketOther");
		await expectRefusal(world.stake("ana", id, 0, 101), "marketMaxStake", { most: 500, left: 100 });
		await expectRefusal(world.stake("bruno", id, 0, 501), "marketMaxStake", { most: 500, left: 500 });
		await expectRefusal(world.stake("bruno", id, 2, 1), "pageExpired");
		await expectRefusal(world.stake("bruno", "none", 0, 1), "marketGone");
		const dear = await world.open({ maxStake: 5000 });
		await expectRefusal(world.stake("bruno", dear, 0, 1001), "insufficientPoints");
		const form = { idempotencyKey: crypto.randomUUID(), marketId: id, outcome: 0, points: 1 };
		await expectRefusal(stakeOn(world.site, { id: BOSS, isAdmin: true, rights: [] }, form), "marketAdmin");
		expect([await world.points("ana"), await world.points("bruno")]).toEqual([600, 1000]);
		await world.expectSound();
	});

	it("ends by the server's clock, earlier by the delay of the stream, or at once", async () => {
		const id = await world.open({ minutes: 1 });
		world.clock.pass(50_000 - 2);
		await world.stake("ana", id, 0, 10);
		await expectRefusal(world.stake("bruno", id, 1, 10), "marketLocked");
		const next = await world.open();
		await world.stake("ana", next, 0, 10);
		await world.act("lock", next);
		await world.act("lock", next);
		await expectRefusal(world.stake("bruno", next, 1, 10), "marketLocked");
		expect((await shown())?.state).toBe("locked");
		Object.assign(world.site.config, { STREAM_DELAY_SECONDS: 60 });
		await expectRefusal(world.open({ minutes: 1 }), "marketTooShort");
		await world.expectSound();
	});

	it("is refused in a break, and counts as a loss of the day until it pays", async () => {
		const id = await world.open();
		await changeLimits(world.site, userId("ana"), (limits, now) => setDailyLoss(limits, 100, now));
		await world.stake("ana", id, 0, 80);
		await expectRefusal(world.stake("ana", id, 0, 30), "lossLimitReached");
		await world.stake("bruno", id, 1, 50);
		await settle(id, 0);
		await world.wait(10 * MINUTE);
		expect(await world.points("ana")).toBe(1050);
		const next = await world.open();
		await world.stake("ana", next, 0, 150);
		await expectRefusal(world.stake("ana", next, 0, 1), "lossLimitReached");
		await changeLimits(world.site, userId("bruno"), (limits, now) => startBreak(limits, "day", now));
		await expectRefusal(world.stake("bruno", next, 0, 1), "onBreak");
	});
});

describe("a decision", () => {
	it("pays after ten minutes, once, and tells those who get something", async () => {
		const id = await world.open();
		await world.stake("ana", id, 0, 100);
		await world.stake("bruno", id, 1, 200);
		await world.stake("eva", id, 1, 101);
		await settle(id, 1);
		await settle(id, 1);
		await expectRefusal(settle(id, 0), "marketDecided");
		await expectRefusal(world.stake("ana", id, 0, 1), "marketLocked");
		await world.wait(10 * MINUTE - 1);
		expect([await world.points("bruno"), (await shown())?.state]).toEqual([800, "decided"]);
		await world.wait(1);
		await world.wait(HOUR);
		expect(await Promise.all(["ana", "bruno", "eva"].map(world.points))).toEqual([900, 1067, 1033]);
		expect((await rowsOf(test.db, "notifications")).map(({ kind, user_id }) => [kind, user_id])).toEqual([
			["prediction-payout", userId("bruno")],
			["prediction-payout", userId("eva")],
		]);
		expect(await shown("eva")).toMatchObject({ state: "paid", result: 1, refund: null, own: { paid: 134 } });
		await expectRefusal(world.act("undo", id), "marketPaid");
		expect((await rowsOf(test.db, "admin_changes")).map(({ action }) => action)).toEqual([
			...["prediction.open", "prediction.settle"],
		]);
		await world.expectSound();
	});

	it("can be undone before it pays; stakes stay locked, and the new decision pays ten minutes later", async () => {
		const id = await world.open();
		await world.stake("ana", id, 0, 100);
		await world.stake("bruno", id, 1, 100);
		await settle(id, 0);
		world.clock.pass(9 * MINUTE);
		await world.act("undo", id);
		await world.act("undo", id);
		await expectRefusal(world.act("settle", id, { result: 1, revision: 1 }), "editConflict");
		await world.wait(MINUTE);
		expect([(await shown())?.state, await world.points("ana")]).toEqual(["locked", 900]);
		await expectRefusal(world.stake("eva", id, 1, 1), "marketLocked");
		await settle(id, 1);
		await world.wait(10 * MINUTE);
		expect([await world.points("ana"), await world.points("bruno")]).toEqual([900, 1100]);
		await world.expectSound();
	});

	it("is refunded if one side is empty, if it is cancelled, and a day after the lock", async () => {
		const oneSided = await world.open();
		await world.stake("ana", oneSided, 0, 100);
		await world.stake("bruno", oneSided, 0, 50);
		await settle(oneSided, 0);
		expect((await shown())?.refund).toBe("oneSided");
		const cancelled = await world.open();
		await world.stake("ana", cancelled, 0, 100);
		await world.act("cancel", cancelled);
		const undecided = await world.open();
		await world.stake("ana", undecided, 0, 100);
		await world.stake("bruno", undecided, 1, 100);
		await world.wait(11 * MINUTE);
		expect([await world.points("ana"), await world.points("bruno")]).toEqual([900, 900]);
		await world.wait(24 * HOUR);
		expect([await world.points("ana"), await world.points("bruno")]).toEqual([1000, 1000]);
		expect((await world.page("ana")).markets.map(({ refund }) => refund)).toEqual([
			...["undecided", "cancelled", "oneSided"],
		]);
		await world.expectSound();
	});

	it("is not made by an admin with a stake in it, nor about an unknown market", async () => {
		const id = await world.open();
		await addUser(test.db, "carla", 1000);
		await world.stake("carla", id, 0, 100);
		await expectRefusal(world.act("settle", id, { result: 0 }, "carla"), "marketOwnStake");
		await expectRefusal(world.act("cancel", id, {}, "carla"), "marketOwnStake");
		const unknown = { intent: "lock", marketId: "none", revision: 1 } as const;
		await expectRefusal(actOnMarket(world.site, BOSS, unknown), "marketGone");
	});

	it("is due a day after the lock, however often it was undone", async () => {
		const id = await world.open();
		await world.stake("ana", id, 0, 100);
		await world.stake("bruno", id, 1, 100);
		await world.act("lock", id);
		for (let hours = 0; hours < 23; hours += 8) {
			await settle(id, 0);
			await world.act("undo", id);
			await world.wait(8 * HOUR - 1);
		}
		expect((await shown())?.state).toBe("locked");
		await world.wait(3);
		expect([await shown(), await world.points("ana")]).toMatchObject([{ refund: "undecided" }, 1000]);
	});
});

describe("a prediction that a hunt decides", () => {
	const terms = { title: "Hunt", translations: {}, startCost: 1000, stopLoss: 0 };

	/** An open hunt of 10 euros with two slots. */
	async function openHunt(slots = 2) {
		await startHunt(world.site, BOSS, { ...terms, idempotencyKey: crypto.randomUUID() });
		const huntId = (await rowsOf(test.db, "hunts")).at(-1)?.id ?? "";
		for (let count = 0; count < slots; count++) {
			const slot = { name: "Wolf", bet: 100, provider: "", image: "", preNote: "" };
			await addBonus(world.site, BOSS, { ...slot, huntId, idempotencyKey: crypto.randomUUID() });
		}
		return huntId;
	}
	const pay = async (huntId: string, place: number, payout: number, name = "boss") => {
		const bonus = (await findBonuses(test.db, huntId))[place];
		await openBonus(world.site, userId(name), { bonusId: bonus?.id ?? "", payout });
	};
	const follow = () => followSources(world.site);

	it("asks in both languages, locks with the first payout and pays by the finished hunt", async () => {
		const huntId = await openHunt();
		expect((await world.page("boss")).templates?.map(({ kind }) => kind)).toEqual(["above", "total", "best"]);
		const id = await world.open({ intent: "openHunt", template: "above" });
		await expectRefusal(world.open({ intent: "openHunt", template: "above" }), "marketExists");
		const form = { idempotencyKey: crypto.randomUUID(), marketId: id, outcome: 0, points: 1 };
		for (const right of ["hunt", "requests"] as const) {
			const moderator = { id: userId("ana"), isAdmin: false, rights: [right] };
			await expectRefusal(stakeOn(world.site, moderator, form), "marketAdmin");
		}
		const best = await world.open({ intent: "openHunt", template: "best" });
		expect(await shown("ana", "pt")).toMatchObject({ outcomes: ["1. Wolf", "2. Wolf"] });
		expect((await world.page("ana", "pt")).markets[1]).toMatchObject({
			question: "O hunt vai pagar mais de 10,00\u00a0€?",
			outcomes: ["Sim", "Não"],
		});
		await world.stake("ana", id, 0, 100);
		await world.stake("bruno", id, 1, 100);
		await world.stake("bruno", best, 0, 10);
		await pay(huntId, 0, 900);
		await expectRefusal(world.stake("eva", id, 0, 1), "marketLocked");
		await expectRefusal(world.open({ intent: "openHunt", template: "total" }), "marketHuntBegun");
		await expectRefusal(settle(id, 0), "pageExpired");
		await follow();
		expect((await world.market(id)).locks_at).toBe(world.clock.now().toISOString());
		await pay(huntId, 1, 101);
		await finishHunt(world.site, BOSS, { huntId });
		await follow();
		expect(await world.market(id)).toMatchObject({ state: "decided", result: 0, decided_by: null });
		await world.wait(10 * MINUTE);
		expect([await world.points("ana"), await world.points("bruno")]).toEqual([1100, 900]);
		await world.expectSound();
	});

	it("follows a reopened hunt, a corrected payout and a hunt that is gone, also without a call in between", async () => {
		const huntId = await openHunt();
		const id = await world.open({ intent: "openHunt", template: "above" });
		await world.stake("ana", id, 0, 100);
		await world.stake("bruno", id, 1, 100);
		await pay(huntId, 0, 500);
		await finishHunt(world.site, BOSS, { huntId });
		await follow();
		expect(await world.market(id)).toMatchObject({ state: "decided", result: 1 });
		await reopenHunt(world.site, BOSS, { huntId });
		await world.wait(10 * MINUTE);
		expect(await world.market(id)).toMatchObject({ state: "open", result: null });
		await expectRefusal(world.stake("eva", id, 0, 1), "marketLocked");
		await finishHunt(world.site, BOSS, { huntId });
		await follow();
		const [bonus] = await findBonuses(test.db, huntId);
		await correctPayout(world.site, BOSS, {
			...{ huntId, bonusId: bonus?.id ?? "", revision: bonus?.revision ?? 0, payout: 2000 },
		});
		await world.wait(10 * MINUTE);
		expect(await world.market(id)).toMatchObject({ state: "decided", result: 0 });
		await world.wait(10 * MINUTE);
		expect([await world.points("ana"), await world.points("bruno")]).toEqual([1100, 900]);
		const other = await openHunt(0);
		const gone = await world.open({ intent: "openHunt", template: "total" });
		await world.stake("ana", gone, 3, 100);
		await discardHunt(world.site, BOSS, { huntId: other });
		await expectRefusal(world.stake("bruno", gone, 3, 100), "marketLocked");
		await follow();
		await follow();
		await world.wait(10 * MINUTE);
		expect([await world.points("ana"), (await shown("ana"))?.refund]).toEqual([1100, "huntGone"]);
		await world.expectSound();
	});

	it("is cancelled if somebody with a bet runs the hunt as a new admin", async () => {
		const huntId = await openHunt();
		const id = await world.open({ intent: "openHunt", template: "above" });
		await world.stake("ana", id, 0, 100);
		await world.stake("bruno", id, 1, 100);
		await pay(huntId, 0, 900, "ana");
		await finishHunt(world.site, BOSS, { huntId });
		await follow();
		await follow();
		expect(await world.market(id)).toMatchObject({ cause: "cancelled", decided_by: null, revision: 2 });
	});

	it("may be cancelled by an admin, and follows the hunt again once that is undone", async () => {
		const huntId = await openHunt();
		const id = await world.open({ intent: "openHunt", template: "above" });
		await pay(huntId, 0, 500);
		await world.act("cancel", id);
		await finishHunt(world.site, BOSS, { huntId });
		await follow();
		expect(await world.market(id)).toMatchObject({ cause: "cancelled" });
		await world.act("undo", id);
		await follow();
		expect(await world.market(id)).toMatchObject({ state: "decided", result: 1, cause: null });
		await expectRefusal(world.act("undo", id), "pageExpired");
	});
});

it("many stakes are paid in parts, each once, also by a process that starts in between", async () => {
	const id = await world.open();
	const viewers = 240;
	for (let count = 0; count < viewers; count++) {
		await addUser(test.db, `viewer${count}`, 1000);
		await world.stake(`viewer${count}`, id, count % 10 === 0 ? 1 : 0, 1 + count);
	}
	await settle(id, 0);
	world.clock.pass(10 * MINUTE);
	const paid = () => rowsOf(test.db, "point_entries", { reason: "prediction-payout" });
	for (const count of [200, 216]) {
		await runJobs(world.site, marketJob);
		expect((await paid()).length).toBe(count);
		await world.expectSound();
		await expectRefusal(world.act("undo", id), "marketPaid");
	}
	expect(await rowsOf(test.db, "jobs", { reference: `${id}:2` })).toEqual([]);
	expect((await paid()).reduce((sum, { delta }) => sum + delta, 0)).toBe((viewers * (viewers + 1)) / 2);
	expect(await rowsOf(test.db, "notifications")).toHaveLength(216);
});

it.each([
	["update market_stakes set points = points + 1", "every stake in a prediction was taken from its viewer"],
	[
		"update market_stakes set user_id = 'user-boss' where user_id = 'user-eva'",
		"every entry of a prediction belongs to a stake",
	],
	[
		"update markets set state = 'paid', pays_at = '2030', result = 0 where state = 'open'",
		"a paid prediction has paid what was staked",
	],
	["update market_stakes set updated_at = '2999'", "a prediction has no stake after its lock"],
	["update markets set revision = 9 where state = 'open'", "a job follows every prediction that is not paid"],
	[
		"update markets set result = 0 where state = 'paid'",
		"a paid prediction has paid each right stake its share",
	],
	[
		`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
		select user_id, points, 0, 'prediction-refund', id, 'system', '2030' from market_stakes`,
		"a paid prediction has paid what was staked",
	],
])("the audit finds %s", async (statement, name) => {
	const id = await world.open();
	await world.stake("ana", id, 0, 100);
	await world.stake("bruno", id, 1, 50);
	await world.stake("eva", id, 1, 25);
	await settle(id, 1);
	await world.wait(10 * MINUTE);
	await world.stake("ana", await world.open(), 1, 70);
	await world.expectSound();
	const violated = await violatedAfter(test.db, statement, predictionInvariants);
	expect(violated.some((one) => one.startsWith(name))).toBe(true);
});

it("a lock on another day has its date", async () => {
	await world.open({ minutes: 10 });
	await world.open({ minutes: 24 * 60 });
	const times = (await world.page()).markets.map(({ closesAt }) => closesAt);
	expect(times).toEqual([expect.stringMatching(/:50 WET \(.+\)$/), expect.stringMatching(/:50 WET$/)]);
});

it("the forms of admins keep what is typed when the newest prediction is paid", async () => {
	await world.open({ minutes: 60 });
	const id = await world.open();
	const { newestAt } = await world.page();
	await settle(id, 0);
	await world.wait(10 * MINUTE);
	const page = await world.page();
	expect([page.markets.map(({ state }) => state), page.newestAt]).toEqual([["open", "paid"], newestAt]);
});

it("a prediction keeps its terms, and a stake its outcome", async () => {
	const id = await world.open();
	await world.stake("ana", id, 1, 70);
	const { terms } = await rowOf(test.db, "markets", { id });
	for (const [table, change] of [
		["markets", { terms: terms.replace("red", "green") }],
		["markets", { locks_at: "2999" }],
		["market_stakes", { outcome: 0 }],
	] as const)
		await expect(test.db.updateTable(table).set(change).execute()).rejects.toThrow("may not change");
});
