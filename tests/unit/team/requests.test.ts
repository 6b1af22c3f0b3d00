import { beforeEach, describe, expect, it } from "vitest";
import { openBonus, removeBonus } from "~/bonus-hunt/model/bonuses.server";
import { undoStep } from "~/bonus-hunt/model/undo.server";
import { changeLimits } from "~/games/limits/limits.server";
import type { Config } from "~/lib/config.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { requestInvariants } from "~/team/requests/requests.audit.server";
import {
	askForSlot,
	decideRequest,
	refundUnplayable,
	requestSlot,
	takeIntoHunt,
	withdrawRequest,
} from "~/team/requests/requests.server";
import { slotsNamed } from "~/team/requests/slot-match";
import { announcedIn } from "../../support/announced";
import { fakeClock, userId } from "../../support/database";
import { expectInvariants, expectRefusal, violatedAfter } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow, rowOf, rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";
import { removeGuards } from "../../support/unguarded";
import { noNotifications } from "../store/no-notifications";

const test = databaseForEachTest({ users: { ana: 1000, rui: 1000, staff: 1000 } });
const [ana, rui, staff] = [userId("ana"), userId("rui"), userId("staff")] as const;
const INVARIANTS = [...requestInvariants, ...ledgerInvariants];

let clock: ReturnType<typeof fakeClock>;
const openSite = () =>
	testSite({
		...{ db: test.db, now: clock.now, ...noNotifications },
		...{ requestsChanged() {}, announceRestriction() {}, huntChanged() {} },
		config: {
			...{ SITE_TIMEZONE: "Europe/Lisbon", SLOT_REQUESTS: true, SLOT_REQUEST_PRICE: 300 },
			...{ SLOT_REQUESTS_PER_VIEWER: 2, SLOT_REQUESTS_WAITING: 3 },
		} as Config,
	});
let site: ReturnType<typeof openSite>;
beforeEach(async () => {
	clock = fakeClock();
	site = openSite();
	for (const name of ["Wolf Gold", "Book of Dead", "Book of Ra", "Fruit Party"])
		await addRow(test.db, "slots", { id: name, name });
});

const ask = (user: string, slotId: string, more: { price?: number; idempotencyKey?: string } = {}) =>
	askForSlot(site, user, { idempotencyKey: crypto.randomUUID(), slotId, price: 300, ...more });
const askId = async (user: string, slotId: string) => Number((await ask(user, slotId)).requestId);
const pointsOf = async (user: string) => (await rowOf(test.db, "user_points", { user_id: user })).points;
const toldTo = async (user_id: string) =>
	(await rowsOf(test.db, "notifications", { user_id })).map(({ kind }) => kind);
const statesOf = async () => (await rowsOf(test.db, "slot_requests")).map(({ state }) => state);

it("a name finds one slot: written otherwise, by its beginning or a part, or mistyped, but never one of several", () => {
	const slots = ["Wolf Gold", "Wolf Gold 2", "Book of Dead", "Book of Ra", "Olé Toro"].map((name) => ({
		name,
	}));
	const found = (typed: string) => slotsNamed(typed, slots).map(({ name }) => name);
	expect(found("wolf-gold")).toEqual(["Wolf Gold"]);
	expect(found("OLE toro!")).toEqual(["Olé Toro"]);
	expect(found("dead")).toEqual(["Book of Dead"]);
	expect(found("bok of daed")).toEqual([]);
	expect([found("bok of dead"), found("book of daed")]).toEqual([["Book of Dead"], ["Book of Dead"]]);
	expect(found("book")).toEqual(["Book of Dead", "Book of Ra"]);
	expect([found("xyz"), found(""), found("!!!"), found("x".repeat(500))]).toEqual([[], [], [], []]);
});

describe("a request", () => {
	it("takes its price once, joins the end of the queue and is announced with it", async () => {
		await ask(rui, "Wolf Gold");
		const idempotencyKey = crypto.randomUUID();
		const added = await ask(ana, "Fruit Party", { idempotencyKey });
		expect(added).toMatchObject({ slotName: "Fruit Party", price: 300, place: 2 });
		expect(await ask(ana, "Fruit Party", { idempotencyKey })).toEqual(added);
		expect([await pointsOf(ana), await statesOf()]).toEqual([700, ["waiting", "waiting"]]);
		const jobs = await rowsOf(test.db, "jobs", { kind: "announcement" });
		expect(jobs.map(({ body }) => JSON.parse(body).data)).toContainEqual({
			...{ userId: ana, requestId: added.requestId, slotId: "Fruit Party" },
		});
		await expectInvariants(test.db, ...INVARIANTS);
	});

	it("is refused, and costs nothing, when it cannot be kept", async () => {
		await expectRefusal(ask(ana, "Wolf Gold", { price: 299 }), "requestPriceChanged");
		await expectRefusal(ask(ana, "gone"), "requestSlotUnknown");
		await ask(ana, "Wolf Gold");
		await expectRefusal(ask(rui, "Wolf Gold"), "requestSlotWaits");
		await ask(ana, "Fruit Party");
		await expectRefusal(ask(ana, "Book of Ra"), "requestsTooMany", { count: 2 });
		await ask(rui, "Book of Ra");
		await expectRefusal(ask(rui, "Book of Dead"), "requestsFull");
		site.config.SLOT_REQUESTS = false;
		await expectRefusal(ask(rui, "Book of Dead"), "requestsOff");
		expect([await pointsOf(ana), await pointsOf(rui)]).toEqual([400, 700]);
	});

	it("counts in the limits of responsible play, and not without the points", async () => {
		const limit = (dailyLoss: number) => changeLimits(site, ana, (limits) => ({ ...limits, dailyLoss }));
		await limit(500);
		const id = await askId(ana, "Wolf Gold");
		await expectRefusal(ask(ana, "Fruit Party"), "lossLimitReached");
		await withdrawRequest(site, ana, id);
		await ask(ana, "Fruit Party");
		site.config.SLOT_REQUEST_PRICE = 2000;
		await expectRefusal(ask(rui, "Wolf Gold", { price: 2000 }), "insufficientPoints");
		expect(await statesOf()).toEqual(["withdrawn", "waiting"]);
	});

	it("by a name of the chat counts once for each message, and says why it does not", async () => {
		const at = new Date("2026-03-01T20:00:00Z");
		const chat = (text: string, minutes = 0) =>
			requestSlot(site, { userId: ana, text, at: new Date(at.getTime() + minutes * 60_000) });
		await expectRefusal(chat("nothing"), "requestSlotUnknown");
		await expectRefusal(chat("book"), "requestSlotAmbiguous", { names: "Book of Ra, Book of Dead" });
		expect(await chat("wolf")).toMatchObject({ slotName: "Wolf Gold", place: 1 });
		expect(await chat("wolf")).toMatchObject({ place: 1 });
		expect(await chat("fruit", 1)).toMatchObject({ slotName: "Fruit Party", place: 2 });
		expect(await pointsOf(ana)).toBe(400);
	});

	it("is withdrawn by its viewer alone, once, while it waits; the next ones are not announced for a while", async () => {
		const id = await askId(ana, "Wolf Gold");
		await expectRefusal(withdrawRequest(site, rui, id), "requestGone");
		await withdrawRequest(site, ana, id);
		await withdrawRequest(site, ana, id);
		expect([await pointsOf(ana), await statesOf()]).toEqual([1000, ["withdrawn"]]);
		const again = await askId(ana, "Wolf Gold");
		await withdrawRequest(site, ana, again);
		expect(await announcedIn(test.db)).toHaveLength(1);
		clock.pass(11 * 60_000);
		await ask(ana, "Wolf Gold");
		expect(await announcedIn(test.db)).toHaveLength(2);
		await expectRefusal(decideRequest(site, staff, { intent: "played", requestId: id }), "requestDecided");
	});

	it("is played for good or skipped with a refund by staff, never by oneself, and each decision is logged", async () => {
		const [first, second] = [await askId(ana, "Wolf Gold"), await askId(staff, "Book of Ra")];
		const third = await askId(rui, "Fruit Party");
		await expectRefusal(decideRequest(site, staff, { intent: "played", requestId: second }), "requestOwn");
		for (let sent = 0; sent < 2; sent++) {
			await decideRequest(site, staff, { intent: "played", requestId: first });
			await decideRequest(site, staff, { intent: "skipped", requestId: third });
		}
		await expectRefusal(
			decideRequest(site, staff, { intent: "skipped", requestId: first }),
			"requestDecided",
		);
		await expectRefusal(withdrawRequest(site, ana, first), "requestDecided");
		expect([await pointsOf(ana), await pointsOf(rui)]).toEqual([700, 1000]);
		expect([await toldTo(ana), await toldTo(rui)]).toEqual([["request-played"], ["request-refunded"]]);
		const changes = await rowsOf(test.db, "admin_changes");
		expect(changes.map(({ action, subject_name }) => [action, subject_name])).toEqual([
			...[
				["request.played", "Wolf Gold"],
				["request.skipped", "Fruit Party"],
			],
		]);
		await expectInvariants(test.db, ...INVARIANTS);
	});

	it("becomes a slot of the open hunt in one act, which keeps the points, is not repeated, and waits again when it is undone", async () => {
		const requestId = await askId(ana, "Wolf Gold");
		await expectRefusal(takeIntoHunt(site, staff, { requestId, bet: 200 }), "huntOver");
		await addRow(test.db, "hunts", { id: "hunt", status: "open" });
		for (let sent = 0; sent < 2; sent++) await takeIntoHunt(site, staff, { requestId, bet: 200 });
		expect(await rowsOf(test.db, "hunt_slots")).toMatchObject([
			{ name: "Wolf Gold", bet: 200, hunt_id: "hunt" },
		]);
		expect([await pointsOf(ana), await statesOf()]).toEqual([700, ["hunt"]]);
		const step = await rowOf(test.db, "hunt_steps", {});
		await undoStep(site, staff, { stepId: step.id });
		expect([await statesOf(), await rowsOf(test.db, "hunt_slots")]).toEqual([["waiting"], []]);
		await takeIntoHunt(site, staff, { requestId, bet: 300 });
		const again = await rowOf(test.db, "hunt_slots", {});
		const remove = async (id: string) => {
			const { revision } = await rowOf(test.db, "hunt_slots", { id });
			const idempotencyKey = crypto.randomUUID();
			await removeBonus(site, staff, { idempotencyKey, bonusId: id, revision });
			return [
				await statesOf(),
				(await rowsOf(test.db, "hunt_steps", { kind: "remove-slot" })).at(-1)?.id ?? 0,
			] as const;
		};
		const [waiting, removal] = await remove(again.id);
		await undoStep(site, staff, { stepId: removal });
		expect([waiting, await statesOf()]).toEqual([["waiting"], ["hunt"]]);
		await openBonus(site, staff, { bonusId: again.id, payout: 500 });
		const [played, opened] = await remove(again.id);
		await undoStep(site, staff, { stepId: opened });
		expect([played, await statesOf()]).toEqual([["hunt"], ["hunt"]]);
		const own = await askId(staff, "Book of Ra");
		await expectRefusal(takeIntoHunt(site, staff, { requestId: own, bet: 200 }), "requestOwn");
		expect(await rowsOf(test.db, "hunt_slots")).toHaveLength(1);
		const actions = (await rowsOf(test.db, "admin_changes")).map(({ action }) => action);
		const taken = ["hunt.add-slot", "request.hunt"];
		const removed = ["hunt.remove-slot", "hunt.undo"];
		expect(actions.sort()).toEqual(
			[...taken, ...taken, ...removed, ...removed, "hunt.open-slot", "hunt.undo"].sort(),
		);
		expect(await toldTo(ana)).toEqual(["request-hunt"]);
		await expectInvariants(test.db, ...INVARIANTS);
	});

	it("is refunded once when its slot is deleted, and each one when requests are switched off", async () => {
		for (const [user, slot] of [
			[ana, "Wolf Gold"],
			[rui, "Book of Ra"],
		] as const)
			await ask(user, slot);
		await test.db.deleteFrom("slots").where("id", "=", "Wolf Gold").execute();
		await refundUnplayable(site);
		expect([await statesOf(), await toldTo(ana)]).toEqual([["refunded", "waiting"], ["request-refunded"]]);
		site.config.SLOT_REQUESTS = false;
		for (let run = 0; run < 2; run++) await refundUnplayable(site);
		expect([await pointsOf(ana), await pointsOf(rui), await statesOf()]).toEqual([
			1000,
			1000,
			["refunded", "refunded"],
		]);
		await expectInvariants(test.db, ...INVARIANTS);
	});
});

it("the audit finds a request whose points do not match it", async () => {
	await removeGuards(test.db);
	const id = await askId(ana, "Wolf Gold");
	const [PAID, ENTRY] = requestInvariants.map(({ name }) => name);
	for (const [statement, violated] of [
		["update slot_requests set price = 299", [PAID]],
		[`update slot_requests set state = 'skipped', decided_by = '${staff}', decided_at = 'x'`, [PAID]],
		[`update slot_requests set user_id = '${rui}'`, [PAID, ENTRY]],
		[`delete from slot_requests where id = ${id}`, [ENTRY]],
	] as const)
		expect(await violatedAfter(test.db, statement, requestInvariants), statement).toEqual(violated);
});
