import { beforeEach, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { readLastHunt } from "~/bonus-hunt/model/local-hunt.server";
import { readPastHunt } from "~/bonus-hunt/model/past.server";
import { readLastStep } from "~/bonus-hunt/model/undo.server";
import { findHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { readChanges, readChoices } from "~/channel/changes.server";
import { createLeaders } from "~/games/lobby/leaders.server";
import { readTopWins } from "~/games/lobby/top-wins.server";
import type { Language } from "~/i18n/languages";
import { readMerges } from "~/points/merges/merges.server";
import { readStatement } from "~/points/statement/statement.server";
import { readUserTable } from "~/points/users/user-table.server";
import { listAdmins } from "~/settings/admins.server";
import { readOrders } from "~/store/orders/orders.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow, changeRows } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

const AT = "2026-03-02T12:00:00.000Z";
const config = { SITE_TIMEZONE: "UTC", ADMIN_SUBJECTS: ["subject-ana"] };
const test = databaseForEachTest({ users: { ana: 1000, bruno: 1000 } });
const [ana, bruno] = [userId("ana"), userId("bruno")];
const tools = () =>
	testSite({ db: test.db, now: () => new Date(AT), clock: { now: () => 0 }, config, games: [] });
const admin = { id: bruno, isAdmin: true, rights: [] };

/** Ana did what others can see: as a viewer with bruno as the admin, and as the admin with bruno as the viewer. */
beforeEach(async () => {
	const { db } = test;
	const win = { user_id: ana, amount: 50, game_name: "Navalhas Plinko", multiplier: 200, created_at: AT };
	await addRow(db, "game_wins", { id: "w", day: AT.slice(0, 10), ...win });
	const hunt = { title: "Friday", start_cost: 10_000, stop_loss: 0, revision: 1, created_at: AT } as const;
	const prize = { prize_points: 5, prize_user_id: ana, prize_paid_at: AT };
	await addRow(db, "hunts", {
		id: "past",
		...hunt,
		...prize,
		status: "finished",
		guessing: "closed",
		finished_at: AT,
	});
	await addRow(db, "hunts", {
		id: "open",
		...hunt,
		status: "open",
		guessing: "open",
		created_at: "2026-03-01",
	});
	await addRow(db, "hunt_guesses", {
		hunt_id: "past",
		user_id: ana,
		guess: 5,
		created_at: AT,
		updated_at: AT,
	});
	await addRow(db, "hunt_steps", {
		hunt_id: "open",
		kind: "add-slot",
		before: '{"name":"Slot"}',
		actor: ana,
		created_at: AT,
	});
	const order = await addOrder(db, ana, await addItem(db, "Mug"));
	await changeRows(db, "orders", { id: order }, { status: "approved", decided_at: AT, decided_by: ana });
	const change = { subject_name: "", created_at: AT, after: JSON.stringify({ winner: ana }) };
	await addRow(db, "admin_changes", { actor: ana, action: "hunt.prize", subject: ana, ...change });
	const merge = {
		provider: "P",
		username: "ana",
		provider_points: 5,
		credited: 5,
		actor: ana,
		created_at: AT,
	};
	await addRow(db, "point_merges", { id: "m", user_id: ana, ...merge, undone_at: AT, undone_by: ana });
	const entry = { delta: 5, balance_after: 1005, reason: "admin-adjustment", reference: "r", created_at: AT };
	await addRow(db, "point_entries", { user_id: bruno, actor: ana, ...entry });
});

/** What is read of ana by others, as `names` that may be null. */
const READERS: Record<string, (language: Language) => Promise<unknown[]>> = {
	"the top wins": async (language) => (await readTopWins(tools(), language)).map(({ username }) => username),
	"the leaderboard": async (language) =>
		(await createLeaders(tools()).read({ by: "win", span: "today" }, language)).leaders.map(
			({ username }) => username,
		),
	"a past hunt": async (language) => {
		const hunt = await readPastHunt(tools(), "past", { viewer: admin, language });
		return [hunt?.winner?.username, hunt?.prize?.username, hunt?.admin?.nearest[0]?.username];
	},
	"the last hunt": async (language) => {
		const hunt = await readLastHunt(tools(), { viewer: undefined, language });
		return [hunt?.winner?.username, hunt?.prize?.username];
	},
	"the last step of a hunt": async () => {
		const hunt = await findHunt(test.db, "open");
		return [hunt && (await readLastStep(test.db, hunt))?.by];
	},
};

/** What admins read, with the name in the text. */
const TEXTS: Record<string, (language: Language) => Promise<unknown[]>> = {
	orders: async (language) =>
		(await readOrders(tools(), { status: undefined, search: "" }, undefined, language, admin)).rows.flatMap(
			({ username, decidedBy }) => [username, decidedBy],
		),
	"the change log": async (language) =>
		(await readChanges(tools(), { by: undefined, action: undefined }, undefined, language)).rows.flatMap(
			({ by, subject, fields }) => [...[by, subject, fields[0]?.after]],
		),
	"the filter of the change log": async (language) =>
		(await readChoices(test.db, language)).admins.map(({ name }) => name),
	merges: async (language) =>
		(await readMerges(tools(), ana, language)).flatMap(({ username, by, undone }) => [
			username,
			by,
			undone?.by,
		]),
	"the statement of another person": async (language) =>
		(
			await readStatement(tools(), bruno, { search: new URLSearchParams(), language, reader: "admin" })
		).entries.rows
			.slice(0, 1)
			.map(({ by }) => by),
};

const erase = () => eraseUser({ db: test.db, async remember() {} }, ana);

it.each(Object.entries(READERS))(
	"%s has the name of a person, and null once it is erased",
	async (_, read) => {
		const names = await read("en");
		expect(names.length).toBeGreaterThan(0);
		expect(new Set(names)).toEqual(new Set(["ana"]));
		await erase();
		expect(await read("en")).toEqual(names.map(() => null));
	},
);

it.each(Object.entries(TEXTS))(
	"%s name a person, and say Anonymous once the name is erased",
	async (_, read) => {
		const names = await read("en");
		expect(names.length).toBeGreaterThan(0);
		expect(new Set(names)).toEqual(new Set(["ana"]));
		await erase();
		expect(await read("en")).toEqual(names.map(() => "Anonymous"));
		expect(await read("pt")).toEqual(names.map(() => "Anónimo"));
	},
);

it("the lists of users and admins leave erased people out, in every order and search", async () => {
	const { db } = test;
	const listed = async () => {
		const lists = ["", "sort=name", "sort=points", "q=a"].map((query) =>
			readUserTable(db, new URLSearchParams(query)),
		);
		return (await Promise.all(lists)).map(({ page }) => page.rows.map(({ username }) => username).sort());
	};
	expect(await listed()).toEqual([["ana", "bruno"], ["ana", "bruno"], ["ana", "bruno"], ["ana"]]);
	expect(await listAdmins({ db, config })).toMatchObject([{ name: "ana" }]);
	await erase();
	expect(await listed()).toEqual([["bruno"], ["bruno"], ["bruno"], []]);
	expect((await listAdmins({ db, config })).map(({ name }) => name)).toEqual([undefined]);
});
