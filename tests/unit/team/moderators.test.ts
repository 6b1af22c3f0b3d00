import { expect, it } from "vitest";
import { findDecider } from "~/account/deciders.queries.server";
import { eraseUser } from "~/account/erasure.server";
import { isOwnOfModerator, type Right } from "~/lib/rights";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { givePointsToMany, readDailyLeft } from "~/points/users/giving.server";
import type { ModeratorForm } from "~/team/moderators/moderators.schema";
import { changeModerator, readModerators } from "~/team/moderators/moderators.server";
import { fakeClock, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows, rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

const test = databaseForEachTest({ users: { boss: 1000, ana: 1000, rui: 1000 } });
const [boss, rui] = [userId("boss"), userId("rui")];

function open() {
	const clock = fakeClock();
	const changed: string[] = [];
	const quiet = {
		announceBalance() {},
		announceNotices() {},
		adminsChanged: (id: string) => void changed.push(id),
	};
	const site = testSite({ db: test.db, now: clock.now, ...quiet });
	const change = (form: ModeratorForm) => changeModerator(site, boss, form);
	const add = (rights: Right[]) => change({ intent: "addModerator", name: "Rui", rights, dailyPoints: 100 });
	return { clock, site, change, add, changed };
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
	const { clock, site, add } = open();
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
	expect(await readDailyLeft(test.db, site, rui)).toBe(0);
	clock.pass(24 * 3_600_000);
	expect(await readDailyLeft(test.db, site, rui)).toBe(100);
	expect(await rowsOf(test.db, "admin_changes", { actor: rui })).toHaveLength(4);
	await expectInvariants(test.db, ...ledgerInvariants);
});

it("only moderators are kept from what is their own: a streamer without others decides everything", () => {
	expect([false, true].map((isAdmin) => isOwnOfModerator({ id: rui, isAdmin }, rui))).toEqual([true, false]);
});
