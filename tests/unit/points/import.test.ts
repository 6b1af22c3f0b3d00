import type { Db } from "db/database";
import { type KyselyPlugin, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importPoints, previewImport } from "~/points/import/import.server";
import { decodeFile, MAX_LINES, parsePointsFile } from "~/points/import/points-file.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { post } from "~/points/ledger/ledger.server";
import { exportUserPoints } from "~/points/users/user-table.server";
import { checkInvariants } from "../../../db/audit";
import { addUser, fakeClock, openTestDatabase, type TestDatabase } from "../../support/database";

let test: TestDatabase;
let admin: string;
const announceBalance = vi.fn();
const clock = fakeClock();

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	for (const [name, points] of [
		["ana", 1000],
		["bruno", 20],
		["carla", 0],
	] as const) {
		await addUser(test.db, name, points);
	}
	admin = await addUser(test.db, "boss", 7);
	announceBalance.mockClear();
});
afterEach(async () => {
	for (const { name, rows } of await checkInvariants(test.db, ledgerInvariants))
		expect(rows, name).toEqual([]);
	await test.close();
});

const preview = (text: string) => previewImport(test.db, text, "en");
const importIt = (text: string, digest: string, idempotencyKey: string = crypto.randomUUID(), db = test.db) =>
	importPoints({ db, now: clock.now, announceBalance }, admin, { idempotencyKey, text, digest });
/** The same database with a query counter. */
function observeQueries(db: Db): { db: Db; count: () => number } {
	let queries = 0;
	const plugin: KyselyPlugin = {
		transformQuery: ({ node }) => {
			queries += 1;
			return node;
		},
		transformResult: async ({ result }) => result,
	};
	return { db: db.withPlugin(plugin), count: () => queries };
}
const balances = async () =>
	Object.fromEntries(
		(await test.db.selectFrom("user_points").selectAll().execute()).map(({ user_id, points }) => [
			user_id.replace("user-", ""),
			points,
		]),
	);

describe("a file", () => {
	it.each([
		"id,username,points\nuser-ana,ana,5",
		"\uFEFFid;username;points\r\nuser-ana;ana;5\r\n",
		"ID\tUserName\tPOINTS\nuser-ana\tANA\t5\n\n",
		'"points","email","id","username"\n" 5 ","a,b","user-ana","ana"\n',
		"\uFEFFsep=;\r\nid;username;points\r\nuser-ana;ana;5\r\n",
		'"SEP=,"\nid,username,points,a;b;c;d;e\nuser-ana,ana,5\n',
		"sep=|\rid|username|points\ruser-ana|ana|5",
	])("is read with any delimiter, order and case: %j", (text) => {
		expect(parsePointsFile(text)).toMatchObject([{ id: "user-ana", username: "ana", points: "5" }]);
	});

	it("keeps the numbers of its lines, and gives back what an export made harmless", () => {
		const lines = parsePointsFile("username,points\n\nana,1\n\n\n'=bruno,2\n'carla,3\n");
		expect(lines.map(({ line, username }) => [line, username])).toEqual([
			[3, "ana"],
			[6, "=bruno"],
			[7, "'carla"],
		]);
		expect(parsePointsFile("sep=;\n\nusername;points\n\nana;1\n")[0]?.line).toBe(5);
	});

	it.each([
		["", "importEmpty"],
		["\n\n", "importEmpty"],
		["id,points\n", "importEmpty"],
		["ana,5\nbruno,6", "importColumns"],
		["id,username\nx,ana", "importColumns"],
		["email,points\na@b.c,5", "importColumns"],
		["id,points,points\nx,1,2", "importColumns"],
		['id,points\n"x,5\n', "importUnreadable"],
		['id,points\nx,5\ny"y",6\n', "importUnreadable"],
		["sep=;\n", "importEmpty"],
		[`username,points\n${"ana,1\n".repeat(MAX_LINES + 1)}`, "importTooLong"],
	])("that is none is refused: %.40j", (text, code) => {
		expect(() => parsePointsFile(text)).toThrow(expect.objectContaining({ code }));
	});

	it.each([
		['id,points\n\n"x,5\n', "importUnreadable", 3],
		[`id,points\nx,5\n\n"y,5\n${"z,6\n".repeat(20)}`, "importUnreadable", 4],
		[`id,points\r\nx,5\r\n"y,5\r\n${"z,6\r\n".repeat(4000)}`, "importUnreadable", 3],
		['id,points\nx,5\n"y,5\nz,6\n"v",7\n', "importUnreadable", 3],
		['sep=,\nid,points\n"x\nx",5\ny"y",6\n', "importUnreadable", 5],
		['i"d,points\nx,5\n', "importUnreadable", 1],
		[`id,points\nx,5\n\ny,${"5".repeat(10_001)}\nz,6\n`, "importLineTooLong", 4],
		[`id,points\nx,${"ã".repeat(6000)}\n`, "importLineTooLong", 2],
	])("that cannot be read is told where: %.30j", (text, code, line) => {
		expect(() => parsePointsFile(text)).toThrow(
			expect.objectContaining({ code, values: expect.objectContaining({ line }) }),
		);
	});

	it("that is no UTF-8 is refused", () => {
		expect(() => decodeFile(Uint8Array.of(0x70, 0xe3, 0x6f).buffer)).toThrow(
			expect.objectContaining({ code: "importNotText" }),
		);
		expect(decodeFile(new TextEncoder().encode("são").buffer as ArrayBuffer)).toBe("são");
	});
});

describe("the preview", () => {
	it("previews the effect of each line, and writes nothing", async () => {
		const before = await balances();
		const { lines, faults, changes, total } = await preview(
			"username,points\nana,1500\nbruno,20\ncarla,5\nnobody,5\nbruno,1.5\n,5\nana,3\nboss,-1\nboss,\ncarla,1,2\n",
		);
		expect(
			lines.map(({ line, username, before, after, fault }) => [line, username, fault ?? [before, after]]),
		).toEqual([
			[5, "nobody", "no such user"],
			[6, "bruno", "not a whole number from 0 on: “1.5”"],
			[7, "", "names no user"],
			[8, "ana", "the same user as in line 2"],
			[9, "boss", "not a whole number from 0 on: “-1”"],
			[10, "boss", "not a whole number from 0 on: “”"],
			[11, "carla", "has more fields than there are columns"],
			[2, "ana", [1000, 1500]],
			[4, "carla", [0, 5]],
			[3, "bruno", [20, 20]],
		]);
		expect([faults, changes, total]).toEqual([7, 2, 505]);
		expect(await balances()).toEqual(before);
	});

	it.each(["1e3", "0x10", "1 000", "1.000", "1,5", "٣", "１", "1000000000001", "9".repeat(400), "+5", "NaN"])(
		"takes no %j for a number",
		async (points) => {
			const { lines } = await preview(`id;points\nuser-ana;"${points}"\n`);
			expect(lines[0]?.fault).toMatch(/^not a whole number/);
		},
	);

	it("knows users by id before name, and refuses what is ambiguous or at odds", async () => {
		await sql`update users set twitch_username = 'twin' where id in ('user-ana', 'user-bruno')`.execute(
			test.db,
		);
		const { lines } = await preview(
			"id,username,points\n,twin,5\nuser-ana,twin,6\nuser-carla,boss,7\nuser-nobody,carla,8\n",
		);
		expect(lines.map(({ line, fault, after }) => [line, fault ?? after])).toEqual([
			[2, "several users have this name: give the id"],
			[4, "the id belongs to carla"],
			[5, "no such user"],
			[3, 6],
		]);
	});
});

const FILE = "username,points\nana,1500\nbruno,20\ncarla,5\n";

describe("the import", () => {
	it("writes every change once, with its admin, and notifies the viewers' tabs", async () => {
		const { digest } = await preview(FILE);
		const idempotencyKey = crypto.randomUUID();
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => importIt(FILE, digest, idempotencyKey)),
		);
		expect(new Set(answers.map(({ changes }) => changes))).toEqual(new Set([2]));
		expect(await balances()).toMatchObject({ ana: 1500, bruno: 20, carla: 5, boss: 7 });
		const entries = await test.db
			.selectFrom("point_entries")
			.selectAll()
			.where("reason", "=", "admin-adjustment")
			.orderBy("id")
			.execute();
		expect(entries).toMatchObject([
			{ user_id: "user-ana", delta: 500, actor: admin },
			{ user_id: "user-carla", delta: 5, actor: admin },
		]);
		expect(announceBalance.mock.calls).toEqual([["user-ana"], ["user-carla"]]);
	});

	it("is refused whole when one line is not right", async () => {
		const text = `${FILE}nobody,5\n`;
		const before = await balances();
		await expect(importIt(text, (await preview(text)).digest)).rejects.toMatchObject({
			code: "importHasFaults",
		});
		expect(await balances()).toEqual(before);
	});

	it("is refused whole when a balance changed since the preview, even one that the file leaves as it was", async () => {
		for (const userId of ["user-ana", "user-bruno"]) {
			const { digest } = await preview(FILE);
			await test.db.transaction().execute((trx) =>
				post(trx, {
					userId,
					delta: -1,
					reason: "redeem",
					reference: userId,
					actor: userId,
					at: clock.now(),
				}),
			);
			const before = await balances();
			await expect(importIt(FILE, digest)).rejects.toMatchObject({ code: "importChanged" });
			expect(await balances()).toEqual(before);
		}
		await importIt(FILE, (await preview(FILE)).digest);
		expect(await balances()).toMatchObject({ ana: 1500, bruno: 20, carla: 5 });
	});

	it("is refused with another text than was previewed, and without anything to write", async () => {
		const { digest } = await preview(FILE);
		const before = await balances();
		await expect(importIt(FILE.replace("1500", "15000"), digest)).rejects.toMatchObject({
			code: "importChanged",
		});
		const same = "username,points\nana,1000\n";
		await expect(importIt(same, (await preview(same)).digest)).rejects.toMatchObject({
			code: "importNothing",
		});
		expect(await balances()).toEqual(before);
	});

	it("of an exported file changes nothing, for any user names", async () => {
		await sql`update users set twitch_username = '=1+1', email = '@sum(a1),"x"' where id = 'user-ana'`.execute(
			test.db,
		);
		const text = decodeFile(await exportUserPoints(test.db).arrayBuffer());
		expect(text).toContain("'=1+1");
		const { lines, faults, changes } = await preview(text);
		expect([lines.length, faults, changes]).toEqual([4, 0, 0]);
	});

	it("of the longest file is one piece of work of few statements", async () => {
		await test.db.transaction().execute(async (trx) => {
			for (let n = 0; n < MAX_LINES; n += 1) {
				const id = `u${n}`;
				await trx
					.insertInto("users")
					.values({ id, twitch_id: id, twitch_username: id, email: null, roles: "[]", created_at: "2026" })
					.execute();
				await trx.insertInto("user_points").values({ user_id: id, points: 0 }).execute();
			}
		});
		const text = `username,points\n${Array.from({ length: MAX_LINES }, (_, n) => `u${n},${n + 1}\n`).join("")}`;
		const { digest, changes } = await preview(text);
		expect(changes).toBe(MAX_LINES);
		// The process is blocked during the import.
		const seen = observeQueries(test.db);
		expect(await importIt(text, digest, undefined, seen.db)).toEqual({ changes: MAX_LINES });
		expect(seen.count()).toBeLessThan(60);
		expect(announceBalance).toHaveBeenCalledTimes(MAX_LINES);
		expect(await balances()).toMatchObject({ u0: 1, u4999: 5000 });
	}, 30_000);
});
