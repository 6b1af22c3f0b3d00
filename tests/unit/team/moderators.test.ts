import { expect, it } from "vitest";
import { findDecider } from "~/account/deciders.queries.server";
import { eraseUser } from "~/account/erasure.server";
import { createCode } from "~/earning/codes/codes.server";
import { raffles } from "~/events/raffles/raffles.server";
import { saveTournament } from "~/events/tournaments/tournaments.server";
import { isOwnOfModerator, type Right } from "~/lib/rights";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { readDailyLeft } from "~/points/users/daily-points.server";
import { givePointsToMany } from "~/points/users/giving.server";
import { saveRecordForm } from "~/records/change-record.server";
import type { ModeratorForm } from "~/team/moderators/moderators.schema";
import { changeModerator, readModerators } from "~/team/moderators/moderators.server";
import { addItem } from "../../support/data/store-rows";
import { fakeClock, seededRandomHex, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow, changeRows, rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";
import { FORM } from "../events/raffles/raffles.setup";
import { tournamentForm } from "../events/tournament-rows";
import { noNotifications } from "../store/no-notifications";

const test = databaseForEachTest({ users: { boss: 1000, ana: 1000, rui: 1000 } });
const [boss, rui] = [userId("boss"), userId("rui")];

function open() {
	const clock = fakeClock();
	const changed: string[] = [];
	const quiet = {
		...{ ...noNotifications, tournamentsChanged() {}, raffleChanged() {}, randomHex: seededRandomHex(1) },
		adminsChanged: (id: string) => void changed.push(id),
	};
	const site = testSite({ db: test.db, now: clock.now, ...quiet });
	const change = (form: ModeratorForm) => changeModerator(site, boss, form);
	const add = (rights: Right[]) => change({ intent: "addModerator", name: "Rui", rights, dailyPoints: 100 });
	const left = () => readDailyLeft(test.db, { ...site, at: clock.now() }, rui);
	return { clock, site, change, add, changed, left };
}

it("admins add, edit and remove a moderator; each change is logged and ends the streams of the person", async () => {
	const { site, change, add, changed } = open();
	await expectRefusal(add([]), "moderatorRightless");
	const form = { intent: "addModerator", name: "rui", rights: ["points"] } satisfies ModeratorForm;
	await expectRefusal(change(form), "moderatorPointsInvalid");
	await add(["points", "orders"]);
	await expectRefusal(add(["orders"]), "moderatorExists");
	expect(await readModerators(test.db)).toEqual([
		{ userId: rui, name: "rui", rights: ["orders", "points"], dailyPoints: 100, revision: 1 },
	]);
	const edit = { intent: "editModerator", userId: rui, revision: 1 } as const;
	await change({ ...edit, rights: ["hunt"] });
	expect(await findDecider(test.db, site.config, rui)).toEqual({ id: rui, isAdmin: false, rights: ["hunt"] });
	await expectRefusal(change({ ...edit, rights: ["codes"] }), "editConflict");
	for (let repeat = 0; repeat < 2; repeat++) await change({ intent: "removeModerator", userId: rui });
	expect((await findDecider(test.db, site.config, rui))?.rights).toEqual([]);
	await expectRefusal(change({ ...edit, rights: ["codes"] }), "moderatorGone");
	expect(
		(await rowsOf(test.db, "admin_changes")).map(({ actor, action, subject, after }) => [
			actor,
			action,
			subject,
			after,
		]),
	).toEqual([
		[boss, "moderator.add", rui, '{"rights":"orders, points","dailyPoints":100}'],
		[boss, "moderator.edit", rui, '{"rights":"hunt","dailyPoints":null}'],
		[boss, "moderator.remove", rui, null],
	]);
	expect(changed).toEqual([rui, rui, rui]);
	const told = await rowsOf(test.db, "notifications", { user_id: rui, kind: "rights-changed" });
	expect(told.map(({ data }) => JSON.parse(data).rights)).toEqual([["orders", "points"], ["hunt"], []]);
	await changeRows(test.db, "users", { id: rui }, { roles: '["Admin"]' });
	await expectRefusal(add(["orders"]), "moderatorIsAdmin");
});

it("an erased person is no moderator", async () => {
	const { add } = open();
	await add(["orders"]);
	await eraseUser({ db: test.db, remember: async () => {} }, rui);
	expect(await rowsOf(test.db, "moderators")).toEqual([]);
});

it("a moderator gives at most the daily amount, also at the same time, to others only, and takes nothing", async () => {
	const { clock, site, change, add, left } = open();
	await add(["points"]);
	const moderator = { id: rui, isAdmin: false };
	const give = (amount: number, names = "ana") =>
		givePointsToMany(site, moderator, { idempotencyKey: crypto.randomUUID(), names, amount, note: "" });
	const all = await Promise.allSettled([40, 40, 40, 40].map((amount) => give(amount)));
	expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
	await expectRefusal(give(15, "ana\nboss"), "givingOverDaily", { left: 20 });
	await expectRefusal(give(-5), "adminsOnly");
	expect(await give(5, "rui")).toEqual({ given: [], refused: [{ name: "rui", fault: "own", points: 1000 }] });
	await give(10, "ana\nboss");
	await change({ intent: "removeModerator", userId: rui });
	expect(await readModerators(test.db)).toEqual([]);
	await add(["points"]);
	expect(await left()).toBe(0);
	clock.pass(24 * 3_600_000);
	expect(await left()).toBe(100);
	expect(await rowsOf(test.db, "admin_changes", { actor: rui })).toHaveLength(4);
	await expectInvariants(test.db, ...ledgerInvariants);
});

it("codes and prizes of a moderator count in the daily amount, an item with its price, and a change with its difference", async () => {
	const { clock, site, add, left } = open();
	await add(["codes", "tournaments", "raffles"]);
	const key = () => ({ idempotencyKey: crypto.randomUUID() });
	const code = (points: number) =>
		createCode(site, rui, {
			...{ ...key(), code: "", points, maxClaims: null, audience: "everybody", startsAt: undefined },
			minutes: 10,
		});
	await code(40);
	await expectRefusal(code(61), "givingOverDaily", { left: 60 });
	const form = (points: number) => tournamentForm(clock.now(), { prizes: [{ points }, null] });
	const id = await saveTournament(site, rui, form(20));
	await expectRefusal(
		saveTournament(site, rui, { ...form(61), id, revision: 1 }),
		...(["givingOverDaily", { left: 40 }] as const),
	);
	await saveTournament(site, rui, { ...form(30), id, revision: 1 });
	await addItem(test.db, "Mug", { price: 25, stock: 5 });
	const raffle = (prizes: string) =>
		saveRecordForm(site, raffles, rui, undefined, { ...FORM, ...key(), prizes, revision: undefined });
	await expectRefusal(raffle("Mug\n6"), "givingOverDaily", { left: 30 });
	await raffle("Mug\n5");
	expect(await left()).toBe(0);
	await expectRefusal(code(1), "givingOverDaily", { left: 0 });
	await changeRows(test.db, "users", { id: rui }, { roles: '["Admin"]' });
	await code(1);
});

it("an own guess in the open hunt ends with the right to run it", async () => {
	const { add } = open();
	for (const [id, finished_at] of [
		["past", "2026-03-01T00:00:00.000Z"],
		["now", null],
	] as const) {
		const status = finished_at ? "finished" : "open";
		await addRow(test.db, "hunts", { id, status, guessing: finished_at ? "closed" : "open", finished_at });
		for (const user_id of [rui, boss])
			await addRow(test.db, "hunt_guesses", { hunt_id: id, user_id, guess: 5 });
	}
	await add(["hunt"]);
	const guesses = await rowsOf(test.db, "hunt_guesses");
	expect(guesses.map(({ hunt_id, user_id }) => [hunt_id, user_id])).toEqual(
		expect.arrayContaining([
			["past", rui],
			["past", boss],
			["now", boss],
		]),
	);
	expect(guesses).toHaveLength(3);
});

it("only moderators are kept from what is their own: a streamer without others decides everything", () => {
	expect([false, true].map((isAdmin) => isOwnOfModerator({ id: rui, isAdmin }, rui))).toEqual([true, false]);
});
