import type { Db } from "db/database";
import { sessionOf, withSession } from "db/engine";
import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importPoints, previewImport } from "~/points/import/import.server";
import { decodeFile, MAX_LINES, parsePointsFile } from "~/points/import/points-file.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { exportUserPoints } from "~/points/users/user-table.server";
import { addUserRow, fakeClock, postPoints, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow, changeRows, rowsOf } from "../../support/rows-of";
import { sized } from "../../support/test-size";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 20, carla: 0, boss: 7 } });
const admin = userId("boss");
const announceBalance = vi.fn();
const clock = fakeClock();

beforeEach(() => {
	announceBalance.mockClear();
});
afterEach(async () => {
	await expectInvariants(test.db, ...ledgerInvariants);
});

const preview = (text: string) => previewImport(test.db, text, "en");
const importIt = (text: string, digest: string, idempotencyKey: string = crypto.randomUUID(), db = test.db) =>
	importPoints({ db, now: clock.now, announceBalance, announceNotices: () => {} }, admin, {
		idempotencyKey,
		text,
		digest,
	});
/** The same database with a query counter. */
function countQueries(db: Db): { db: Db; count: () => number } {
	let queries = 0;
	const plugin: KyselyPlugin = {
		transformQuery: ({ node }) => {
			queries += 1;
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	const session = sessionOf(db);
	const counting = withSession(db.withPlugin(plugin), {
		...session,
		transact: (act) =>
			session.transact((trx) => {
				// An act may run several times.
				queries = 0;
				return act(trx.withPlugin(plugin));
			}),
	});
	return { db: counting, count: () => queries };
}
const balances = async () =>
	Object.fromEntries(
		(await rowsOf(test.db, "user_points")).map((row) => [row.user_id.replace("user-", ""), row.points]),
	);

describe("an imported file", () => {
	it.each([
		"id,username,points\nuser-ana,ana,5",
		"\uFEFFid;username;points\r\nuser-ana;ana;5\r\n",
		"ID\tUserName\tPOINTS\nuser-ana\tANA\t5\n\n",
		'"points","email","id","username"\n" 5 ","a,b","user-ana","ana"\n',
		"\uFEFFsep=;\r\nid;username;points\r\nuser-ana;ana;5\r\n",
		'"SEP=,"\nid,username,points,a;b;c;d;e\nuser-ana,ana,5\n',
		"sep=|\rid|username|points\ruser-ana|ana|5",
	])("may have any delimiter, column order and case: %j", (text) => {
		expect(parsePointsFile(text)).toMatchObject([{ id: "user-ana", username: "ana", points: "5" }]);
	});

	it("keeps its line numbers, and the escaping of an export is removed", () => {
		const lines = parsePointsFile("username,points\n\nana,1\n\n\n'=bruno,2\n'carla,3\n");
		expect(lines.map(({ line, username }) => [line, username])).toEqual([
			[3, "ana"],
			[6, "=bruno"],
			[7, "'carla"],
		]);
		expect(parsePointsFile("sep=;\n\nusername;points\n\nana;1\n")[0]?.line).toBe(5);
	});

	it.each<[string, string, number?]>([
		["id,points\n", "importEmpty"],
		["sep=;\n", "importEmpty"],
		["email,points\na@b.c,5", "importColumns"],
		["id,points,points\nx,1,2", "importColumns"],
		[`username,points\n${"ana,1\n".repeat(MAX_LINES + 1)}`, "importTooLong"],
		['id,points\n\n"x,5\n', "importUnreadable", 3],
		[`id,points\nx,5\n\n"y,5\n${"z,6\n".repeat(20)}`, "importUnreadable", 4],
		['id,points\nx,5\n"y,5\nz,6\n"v",7\n', "importUnreadable", 3],
		['sep=,\nid,points\n"x\nx",5\ny"y",6\n', "importUnreadable", 5],
		['i"d,points\nx,5\n', "importUnreadable", 1],
		[`id,points\nx,5\n\ny,${"5".repeat(10_001)}\nz,6\n`, "importLineTooLong", 4],
		[`id,points\nx,${"ã".repeat(6000)}\n`, "importLineTooLong", 2],
	])(
		"of invalid format is rejected, with the number of a line that cannot be parsed: %.40j",
		(text, code, line) => {
			const error = { code, ...(line && { values: expect.objectContaining({ line }) }) };
			expect(() => parsePointsFile(text)).toThrow(expect.objectContaining(error));
		},
	);

	it("that is not UTF-8 is rejected", () => {
		expect(() => decodeFile(Uint8Array.of(0x70, 0xe3, 0x6f).buffer)).toThrow(
			expect.objectContaining({ code: "importNotText" }),
		);
		expect(decodeFile(new TextEncoder().encode("são").buffer as ArrayBuffer)).toBe("são");
	});
});

describe("the preview", () => {
	it("shows the effect of each line and writes nothing", async () => {
		const before = await balances();
		const { lines, faults, changes, total } = await preview(
			"username,points\nana,1500\nbruno,20\ncarla,5\nnobody,5\nbruno,1.5\n,5\nana,3\nboss,-1\nboss,\ncarla,1,2\n",
		);
		expect(
			lines.map(({ line, username, before, after, fault }) => [line, username, fault ?? [before, after]]),
		).toEqual([
			[5, "nobody", "no such user"],
			[6, "bruno", "not a whole number, 0 or more: “1.5”"],
			[7, "", "names no user"],
			[8, "ana", "same user as on line 2"],
			[9, "boss", "not a whole number, 0 or more: “-1”"],
			[10, "boss", "not a whole number, 0 or more: “”"],
			[11, "carla", "has more fields than columns"],
			[2, "ana", [1000, 1500]],
			[4, "carla", [0, 5]],
			[3, "bruno", [20, 20]],
		]);
		expect([faults, changes, total]).toEqual([7, 2, 505]);
		expect(await balances()).toEqual(before);
	});

	it("rejects other notations of numbers", async () => {
		const wrong = ["1e3", "0x10", "1 000", "1.000", "1,5", "٣", "１", "1000000000001", "9".repeat(400), "+5"];
		for (const points of wrong) {
			const { lines } = await preview(`id;points\nuser-ana;"${points}"\n`);
			expect(lines[0]?.fault, points).toMatch(/^not a whole number/);
		}
	});

	it("finds users by id before name, and rejects ambiguous or contradictory lines", async () => {
		await changeRows(test.db, "users", { id: ["user-ana", "user-bruno"] }, { twitch_username: "twin" });
		const { lines } = await preview(
			"id,username,points\n,twin,5\nuser-ana,twin,6\nuser-carla,boss,7\nuser-nobody,carla,8\n",
		);
		expect(lines.map(({ line, fault, after }) => [line, fault ?? after])).toEqual([
			[2, "several users have this name: use the id"],
			[4, "the id belongs to carla"],
			[5, "no such user"],
			[3, 6],
		]);
	});
});

const FILE = "username,points\nana,1500\nbruno,20\ncarla,5\n";

describe("the import", () => {
	it("writes every change once with the admin and notifies the viewers' tabs", async () => {
		const { digest } = await preview(FILE);
		const idempotencyKey = crypto.randomUUID();
		expect(await importIt(FILE, digest, idempotencyKey)).toEqual({ changes: 2 });
		expect(await balances()).toMatchObject({ ana: 1500, bruno: 20, carla: 5, boss: 7 });
		expect(await rowsOf(test.db, "point_entries", { reason: "admin-adjustment" })).toMatchObject([
			{ user_id: "user-ana", delta: 500, actor: admin },
			{ user_id: "user-carla", delta: 5, actor: admin },
		]);
		expect(announceBalance.mock.calls).toEqual([["user-ana"], ["user-carla"]]);
		expect(await importIt(FILE, digest, idempotencyKey), "a repeat").toEqual({ changes: 2 });
		expect(await rowsOf(test.db, "point_entries", { reason: "admin-adjustment" })).toHaveLength(2);
	});

	it("is rejected as a whole if a line is invalid, the text has changed since the preview, or nothing changes", async () => {
		const { digest } = await preview(FILE);
		const before = await balances();
		const invalid = `${FILE}nobody,5\n`;
		await expectRefusal(importIt(invalid, (await preview(invalid)).digest), "importHasFaults");
		await expectRefusal(importIt(FILE.replace("1500", "15000"), digest), "importChanged");
		const same = "username,points\nana,1000\n";
		await expectRefusal(importIt(same, (await preview(same)).digest), "importNothing");
		expect(await balances()).toEqual(before);
	});

	it("is rejected as a whole if any listed balance has changed since the preview", async () => {
		for (const userId of ["user-ana", "user-bruno"]) {
			const { digest } = await preview(FILE);
			await postPoints(test.db, { userId, delta: -1 });
			const before = await balances();
			await expectRefusal(importIt(FILE, digest), "importChanged");
			expect(await balances()).toEqual(before);
		}
		await importIt(FILE, (await preview(FILE)).digest);
		expect(await balances()).toMatchObject({ ana: 1500, bruno: 20, carla: 5 });
	});

	it("of an exported file changes nothing, for any user name", async () => {
		const hostile = { twitch_username: "=1+1", email: '@sum(a1),"x"' };
		await changeRows(test.db, "users", { id: "user-ana" }, hostile);
		const text = decodeFile(await exportUserPoints(test.db).arrayBuffer());
		expect(text).toContain("'=1+1");
		const { lines, faults, changes } = await preview(text);
		expect([lines.length, faults, changes]).toEqual([4, 0, 0]);
	});

	it("of a long file takes a bounded number of statements", async () => {
		const users = sized(1200, MAX_LINES);
		await test.db.transaction().execute(async (trx) => {
			for (let n = 0; n < users; n += 1) {
				await addUserRow(trx, `u${n}`);
				await addRow(trx, "user_points", { user_id: `u${n}`, points: 0 });
			}
		});
		const text = `username,points\n${Array.from({ length: users }, (_, n) => `u${n},${n + 1}\n`).join("")}`;
		const { digest, changes } = await preview(text);
		expect(changes).toBe(users);
		// The import blocks the process.
		const counting = countQueries(test.db);
		expect(await importIt(text, digest, undefined, counting.db)).toEqual({ changes: users });
		expect(counting.count()).toBeLessThan(60);
		expect(announceBalance).toHaveBeenCalledTimes(users);
		expect(await balances()).toMatchObject({ u0: 1, u999: 1000 });
	});
});
