import { transact } from "db/transact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { registerOrUpdate } from "~/account/registration.server";
import { createPeople } from "~/earning/inbox/people.server";
import { importInvariants } from "~/points/import/import.audit.server";
import { pointsImport, startImport, storeImport } from "~/points/import/import.server";
import { decodeFile } from "~/points/import/points-file.server";
import { downloadReport, readImport } from "~/points/import/report.server";
import { deleteOldImports } from "~/points/import/waiting.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { exportUserPoints } from "~/points/users/user-table.server";
import { importText } from "../../support/data/imports";
import { addUserRow, fakeClock, postPoints, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow, changeRows, rowOf, rowsOf } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";
import { sized } from "../../support/test-size";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 20, carla: 0, boss: 7 } });
const admin = userId("boss");
const announceBalance = vi.fn();
let clock = fakeClock();

beforeEach(() => {
	announceBalance.mockClear();
	clock = fakeClock();
});
afterEach(() => expectInvariants(test.db, ...ledgerInvariants, ...importInvariants));

const tools = () => ({ db: test.db, now: clock.now, announceBalance, announceNotices() {}, wakeJobs() {} });
const store = (text: string) => storeImport(tools(), admin, text);
const start = (importId: string, unknown: "wait" | "leave" = "leave", idempotencyKey = crypto.randomUUID()) =>
	startImport(tools(), admin, { idempotencyKey, importId, unknown });
const importIt = (text: string, unknown?: "wait" | "leave") => importText(tools(), admin, text, unknown);

async function report(id: string, show?: string) {
	const search = new URLSearchParams(show && { show });
	const read = await readImport({ db: test.db }, id, search, "en");
	if (!read) throw new Error(`no import ${id}`);
	return read;
}
const preview = async (text: string, show?: string) => report(await store(text), show);
const statesOf = async (import_id: string) =>
	(await rowsOf(test.db, "point_import_lines", { import_id }))
		.sort((one, other) => one.line - other.line)
		.map(({ line, state }) => [line, state]);
const balances = async () =>
	Object.fromEntries(
		(await rowsOf(test.db, "user_points")).map((row) => [row.user_id.replace("user-", ""), row.points]),
	);
const entries = () => rowsOf(test.db, "point_entries", { reason: "admin-adjustment" });

/** The first sign-in of a user. @returns the id. */
async function signIn(username: string, subject = `subject-${username}`): Promise<string> {
	const profile = { subject, username, email: null, roles: [] };
	const options = { startingPoints: 1000, at: clock.now() };
	return (await transact(test.db, (trx) => registerOrUpdate(trx, profile, options))).userId;
}
/** Links a user to an account of Twitch, as a sign-in does. */
const link = (id: string, personId: string) => {
	const config = {
		OIDC_ISSUER: "https://id.twitch.tv/oauth2",
		OIDC_PLATFORM: "twitch",
		OIDC_PLATFORM_ID_CLAIM: undefined,
	} as const;
	const log = { info() {}, error: (entry: unknown) => expect(entry).toBeUndefined() };
	return createPeople(testSite({ ...tools(), config, log })).link(id, { sub: personId });
};

describe("the preview", () => {
	it("shows the effect of each line and why lines are left out, and changes nothing", async () => {
		const before = await balances();
		const text =
			"username,points\nana,1500\nbruno,20\ncarla,5\nnobody,5\nbruno,1.5\n,5\nana,3\nboss,-1\nboss,\ncarla,1,2\nzero,0\nNobody,6\n";
		const { counts, gained, waiting, lines } = await preview(text, "faults");
		expect(lines.rows.map(({ line, username, result }) => [line, username, result])).toEqual([
			[6, "bruno", "not a whole number, 0 or more: “1.5”"],
			[7, "", "names no user"],
			[8, "ana", "same person as on line 2"],
			[9, "boss", "not a whole number, 0 or more: “-1”"],
			[10, "boss", "not a whole number, 0 or more: “”"],
			[11, "carla", "has more fields than columns"],
			[13, "nobody", "same person as on line 5"],
		]);
		expect([counts, gained, waiting]).toEqual([{ changes: 2, unknown: 1, faults: 7, same: 2 }, 505, 5]);
		const changes = await preview(text);
		expect(changes.lines.rows.map(({ username, before, after }) => [username, before, after])).toEqual([
			["ana", 1000, 1500],
			["carla", 0, 5],
		]);
		expect(await balances()).toEqual(before);
	});

	it.each([
		[
			"id;points\nuser-ana",
			["1e3", "0x10", "1 000", "1.000", "1,5", "٣", "１", "1000000000001", "9".repeat(400), "+5"],
		],
		["Username;Seconds;Points\nana;1", ["1.000", "1,000", "-1", "1e3", "1.5.2", "12345678901234567890"]],
	])("rejects other notations of numbers: %j", async (start, wrong) => {
		for (const points of wrong) {
			expect((await preview(`${start};"${points}"\n`)).counts, points).toMatchObject({
				faults: 1,
				changes: 0,
			});
		}
	});

	it("cuts the fractions off that other programs write", async () => {
		const { lines } = await preview(
			'Name;Rank;Points;Hours\nana;x;1234.75;1\nbruno;x;"9,5";1\ncarla;x;7.0000;1',
		);
		expect(lines.rows.map(({ after }) => after)).toEqual([1234, 9, 7]);
	});

	it("finds users by id before name, and rejects ambiguous or contradictory lines", async () => {
		await changeRows(test.db, "users", { id: ["user-ana", "user-bruno"] }, { twitch_username: "twin" });
		const text = "id,username,points\n,twin,5\nuser-ana,twin,6\nuser-carla,boss,7\nuser-nobody,carla,8\n";
		const { lines, counts } = await preview(text, "faults");
		expect(lines.rows.map(({ line, result }) => [line, result])).toEqual([
			[2, "several users have this name: use the id"],
			[4, "the id belongs to carla"],
			[5, "no user has this id: user-nobody"],
		]);
		expect(counts.changes).toBe(1);
	});

	it("finds the owner of an account, and not somebody who has taken over the name", async () => {
		await link("user-ana", "1");
		await link("user-bruno", "2");
		await changeRows(test.db, "users", { id: "user-ana" }, { twitch_username: "renamed" });
		await changeRows(test.db, "users", { id: "user-bruno" }, { twitch_username: "ana" });
		const text = "ID,Username,Coins\n1,ana,5\n9,ana,6\n8,carla,7\n";
		const lines = await rowsOf(test.db, "point_import_lines", { import_id: await store(text) });
		expect(Object.fromEntries(lines.map((line) => [line.person_id, [line.state, line.user_id]]))).toEqual({
			...{ 1: ["ready", "user-ana"], 9: ["unknown", null], 8: ["ready", "user-carla"] },
		});
	});
});

const FILE = "username,points\nana,1500\nbruno,20\nlurker_1,900\ncarla,5\n";

describe("the import", () => {
	it("writes every change once with the admin and notifies the viewers' tabs", async () => {
		const importId = await store(FILE);
		const idempotencyKey = crypto.randomUUID();
		await start(importId, "leave", idempotencyKey);
		expect(await balances()).toMatchObject({ ana: 1500, bruno: 20, carla: 5, boss: 7 });
		expect(await entries()).toMatchObject([
			{ user_id: "user-ana", delta: 500, actor: admin },
			{ user_id: "user-carla", delta: 5, actor: admin },
		]);
		expect(announceBalance.mock.calls).toEqual([["user-ana"], ["user-carla"]]);
		await start(importId, "leave", idempotencyKey);
		await expectRefusal(start(importId), "importStarted");
		await expectRefusal(start("none"), "importGone");
		expect(await entries()).toHaveLength(2);
		const { state, counts } = await report(importId);
		expect([state, counts]).toEqual(["done", { changes: 2, unknown: 1, faults: 0, same: 1 }]);
		const rows = (await downloadReport(test.db, importId, "en").text()).split("\r\n").slice(1, -1);
		expect(rows.map((row) => row.split(",").at(-1))).toEqual([
			...["imported", "nothing to change", "left out: hasn't signed in yet", "imported"],
		]);
	});

	it("with nothing to do is refused", async () => {
		await expectRefusal(start(await store("username,points\nana,1000\nnobody,5")), "importNothing");
	});

	it("leaves balances out that have changed since the preview, and people who have signed in", async () => {
		const importId = await store(FILE);
		await postPoints(test.db, { userId: "user-ana", delta: -1 });
		await signIn("lurker_1");
		await start(importId, "wait");
		expect(await statesOf(importId)).toEqual([
			...[
				[2, "changed"],
				[3, "same"],
				[4, "changed"],
				[5, "done"],
			],
		]);
		expect(await balances()).toMatchObject({ ana: 999, carla: 5 });
		await importIt(FILE, "wait");
		expect(await balances()).toMatchObject({ ana: 1500, carla: 5 });
		expect(await entries()).toHaveLength(3);
	});

	it("of an exported file changes nothing, for any user name", async () => {
		const hostile = { twitch_username: "=1+1", email: '@sum(a1),"x"' };
		await changeRows(test.db, "users", { id: "user-ana" }, hostile);
		const text = decodeFile(await exportUserPoints(test.db).arrayBuffer());
		expect(text).toContain("'=1+1");
		expect((await preview(text)).counts).toEqual({ changes: 0, unknown: 0, faults: 0, same: 4 });
	});

	it("of a long file goes on where a process was killed, in small transactions", async () => {
		const users = sized(450, 5000);
		await test.db.transaction().execute(async (trx) => {
			for (let n = 0; n < users; n += 1) {
				await addUserRow(trx, `u${n}`);
				await addRow(trx, "user_points", { user_id: `u${n}`, points: 0 });
			}
		});
		const importId = await store(
			`username,points\n${Array.from({ length: users }, (_, n) => `u${n},${n + 1}\nnobody${n},7\n`).join("")}`,
		);
		await start(importId, "wait");
		expect(await report(importId)).toMatchObject({ state: "running", handled: 100, total: 2 * users });
		await settleJobs(testSite(tools()), [pointsImport]);
		expect(await report(importId)).toMatchObject({ state: "done", handled: 2 * users, waiting: 7 * users });
		expect(await entries()).toHaveLength(users);
		expect(announceBalance).toHaveBeenCalledTimes(users);
		expect(await balances()).toMatchObject({ u0: 1, u449: 450 });
		const [change] = await rowsOf(test.db, "admin_changes");
		expect([change?.action, change?.after]).toEqual([
			...["points.import", JSON.stringify({ points: (users * (users + 1)) / 2, users })],
		]);
	});
});

describe("points that wait for a first sign-in", () => {
	it("are credited to the first new user with the name, on top of the welcome points", async () => {
		await importIt("username,points\nlurker_1,9\nana,1500", "leave");
		const importId = await importIt("username,points\n@Lurker_1,900\nother,5", "wait");
		await changeRows(test.db, "users", { id: "user-bruno" }, { twitch_username: "other" });
		const id = await signIn("lurker_1");
		expect(await signIn("lurker_1"), "a later sign-in").toBe(id);
		await signIn("lurker_1", "namesake");
		expect(await rowsOf(test.db, "point_entries", { user_id: id })).toMatchObject([
			{ delta: 1000, reason: "registration" },
			{ delta: 900, balance_after: 1900, reason: "admin-adjustment", actor: admin },
		]);
		expect(await rowsOf(test.db, "notifications", { user_id: id })).toMatchObject([
			{ kind: "points-imported" },
		]);
		expect(await statesOf(importId)).toEqual([
			...[
				[2, "credited"],
				[3, "waiting"],
			],
		]);
		expect(await rowsOf(test.db, "point_import_lines", { name: "lurker_1", state: "left" })).toHaveLength(1);
		await eraseUser({ db: test.db, remember: async () => {} }, id);
		expect(await rowsOf(test.db, "point_import_lines", { name: "lurker_1" })).toEqual([]);
	});

	it("are credited to the account that the file names, and not to somebody who takes over its name", async () => {
		await link("user-ana", "1");
		await importIt("ID,Username,Coins\n7,lurker_1,900", "wait");
		const thief = await signIn("lurker_1");
		await link(thief, "8");
		expect((await entries()).length).toBe(0);
		const renamed = await signIn("renamed");
		announceBalance.mockClear();
		await link(renamed, "7");
		expect(await entries()).toMatchObject([{ user_id: renamed, delta: 900 }]);
		expect(announceBalance.mock.calls).toEqual([[renamed]]);
	});

	it.each([
		[
			"a name and then its account",
			["username,points\nlurker_1,500", "ID,Username,Coins\n7,Lurker_1,900"],
			900,
		],
		[
			"an account and then its name",
			["ID,Username,Coins\n7,Lurker_1,900", "username,points\nlurker_1,500"],
			500,
		],
		[
			"both in one file",
			["MixItUpID,TwitchID,TwitchUsername,Points\n1,7,Lurker_1,900\n2,,lurker_1,500"],
			900,
		],
	])("are credited once for %s", async (_, files, points) => {
		await link(userId("ana"), "1");
		for (const file of files) {
			clock.pass(60_000);
			await importIt(file, "wait");
		}
		await expectInvariants(test.db, ...importInvariants);
		await link(await signIn("lurker_1"), "7");
		expect((await entries()).map(({ delta }) => delta)).toEqual([points]);
	});

	it("wait for each of two accounts with one name", async () => {
		await link(userId("ana"), "1");
		await importIt("ID,Username,Coins\n7,Lurker_1,900\n8,Lurker_1,30", "wait");
		for (const id of ["7", "8"]) await link(await signIn("lurker_1", id), id);
		expect((await entries()).map(({ delta }) => delta)).toEqual([900, 30]);
	});

	it("are found by name if the site does not know accounts", async () => {
		await importIt("ID,Username,Coins\n7,Lurker_1,900", "wait");
		await signIn("lurker_1");
		expect(await entries()).toMatchObject([{ delta: 900 }]);
	});

	it("are replaced by those of a later import, and deleted after 90 days", async () => {
		const first = await importIt("username,points\nlurker_1,900\nother,5", "wait");
		clock.pass(60_000);
		const second = await importIt("username,points\nlurker_1,950", "wait");
		expect(await statesOf(first)).toEqual([
			...[
				[2, "replaced"],
				[3, "waiting"],
			],
		]);
		const unconfirmed = await store("username,points\nana,1");
		clock.pass(24 * 60 * 60 * 1000 + 1);
		await deleteOldImports(test.db, clock.now());
		expect((await rowsOf(test.db, "point_imports")).map(({ id }) => id)).not.toContain(unconfirmed);
		await rowOf(test.db, "point_imports", { id: second });
		await signIn("lurker_1");
		expect(await entries()).toMatchObject([{ delta: 950 }]);
		clock.pass(90 * 24 * 60 * 60 * 1000);
		await deleteOldImports(test.db, clock.now());
		expect(await rowsOf(test.db, "point_imports")).toEqual([]);
		await signIn("other");
		expect(await entries()).toHaveLength(1);
	});
});
