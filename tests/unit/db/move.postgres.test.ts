import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "db/database";
import { migrateToLatest } from "db/migrate";
import { migrations } from "db/migrations";
import { engineAt, openDatabase } from "db/open";
import { run } from "db/tables";
import { transact } from "db/transact";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommandLine } from "~/commands/command-line.server";
import { post } from "~/points/ledger/ledger.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { addUser } from "../../support/database";
import { createDatabase, type PostgresDatabase } from "../../support/postgres/create-database";
import { addRow } from "../../support/rows-of";
import { temporaryFolder } from "../../support/temporary-folder";

let folder: string;
let file: string;
let server: PostgresDatabase;
let printed: string[];

beforeEach(async () => {
	folder = temporaryFolder();
	file = `file:${join(folder, "site.sqlite")}`;
	server = await createDatabase("template0");
	printed = [];
	for (const method of ["log", "error"] as const) {
		vi.spyOn(console, method).mockImplementation((text) => printed.push(text));
	}
	vi.stubEnv("DATA_FOLDER", join(folder, "data"));
});
afterEach(async () => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	await server.drop();
});

async function move(from: string, to: string) {
	vi.stubEnv("DATABASE_URL", from);
	printed = [];
	const code = await runCommandLine(["move", to]);
	return { code, text: printed.join("\n") };
}

/** Runs `work` with an open database. */
async function using<Answer>(url: string, work: (db: Db) => Promise<Answer>): Promise<Answer> {
	const db = openDatabase(url);
	try {
		return await work(db);
	} finally {
		await db.destroy();
	}
}

/**
 * A migrated SQLite database with a key file, and rows with each type of column, with keys of several columns, and of tables that
 * reference each other.
 */
async function fill(entries = 1): Promise<void> {
	await using(file, async (db) => {
		await migrateToLatest(db);
		const ana = await addUser(db, "ana", 1000);
		await addOrder(db, ana, await addItem(db, "Chávena", { price: 300 }));
		await addRow(db, "promotions", { min_deposit: 12.5, translations: '{"en":{"title":"Cup"}}' });
		await addRow(db, "avatars", { user_id: ana, picture: Buffer.from([0x52, 0, 0xff]) });
		await addRow(db, "nodes", { started_at: 1_772_496_000_000, clock_ahead: -12 });
		for (const platform of ["kick", "twitch"])
			await addRow(db, "chat_activity", { platform, person_id: "1" });
		await addEntries(db, entries);
	});
	writeFileSync(join(folder, "site.sqlite.key"), "k".repeat(64));
}

const addEntries = (db: Db, count: number) =>
	transact(db, async (trx) => {
		for (let at = 0; at < count; at += 1) {
			await post(trx, {
				...{ userId: "user-ana", delta: 1, reason: "admin-adjustment", actor: "system" },
				...{ reference: crypto.randomUUID(), at: new Date("2026-03-04T12:00:00.000Z") },
			});
		}
	});

/** All rows by table. */
async function contentOf(url: string): Promise<Record<string, unknown[]>> {
	return using(url, async (db) => {
		const content: Record<string, unknown[]> = {};
		for (const { name } of await db.introspection.getTables()) {
			const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
			const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort()));
			content[name] = texts.sort();
		}
		return content;
	});
}

const hashOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("plateia move", () => {
	it("copies all rows, counters and the key file to PostgreSQL and back, and leaves the source as it was", async () => {
		// More than a page of rows.
		await fill(1203);
		const last = 1000 + 1203;
		await using(file, async (db) => {
			// Rows after these have been deleted.
			await sql`update sqlite_sequence set seq = ${last} where name = 'point_entries'`.execute(db);
			await sql`update users set email = ${"a\0b"} where id = 'user-ana'`.execute(db);
		});
		const source = await contentOf(file);
		const hash = hashOf(join(folder, "site.sqlite"));
		expect(await move(file, server.url)).toEqual({
			code: 0,
			text: expect.stringMatching(/^postgres:.* has all \d+ rows of .*site\.sqlite, compared and audited\./),
		});
		expect(hashOf(join(folder, "site.sqlite"))).toBe(hash);
		// PostgreSQL cannot store the character 0.
		const moved = { ...source, users: [expect.stringContaining(JSON.stringify("a\u{FFFD}b"))] };
		expect(await contentOf(server.url)).toEqual(moved);
		expect(readFileSync(join(folder, "data/plateia.key"), "utf8")).toBe("k".repeat(64));

		const back = `file:${join(folder, "back/site.sqlite")}`;
		expect(await move(server.url, back)).toMatchObject({ code: 0 });
		expect(await contentOf(back)).toEqual(moved);
		expect(readFileSync(join(folder, "back/site.sqlite.key"), "utf8")).toBe("k".repeat(64));
		for (const url of [server.url, back]) {
			await using(url, async (db) => {
				await addEntries(db, 1);
				const { rows } = await sql<{ id: number }>`select max(id) as id from point_entries`.execute(db);
				expect(rows).toEqual([{ id: last + 1 }]);
			});
		}
	});

	it("copies a PostgreSQL database that was restored from a backup, whose tables have another order", async () => {
		await fill();
		expect(await move(file, server.url)).toMatchObject({ code: 0 });
		const backup = join(folder, "plateia.dump");
		await engineAt(server.url, folder).copyTo(backup);
		const restored = await engineAt(server.url, folder).restore(backup);
		try {
			const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(restored.db);
			const address = server.url.replace(/test_\w+/, rows[0]?.name ?? "");
			const back = `file:${join(folder, "back/site.sqlite")}`;
			expect(await move(address, back)).toMatchObject({ code: 0 });
			expect(await contentOf(back)).toEqual(await contentOf(file));
		} finally {
			await restored.close();
		}
	});

	it("refuses a table without a primary key", async () => {
		migrations["9998-example"] = { up: (db) => run(db, "create table notes (text text not null)") };
		onTestFinished(() => void delete migrations["9998-example"]);
		await fill();
		const back = `file:${join(folder, "back/site.sqlite")}`;
		for (const [from, to] of [
			[file, server.url],
			[server.url, back],
		] as const) {
			expect(await move(from, to)).toMatchObject({
				...{ code: 1, text: expect.stringContaining("the table notes has no primary key") },
			});
		}
	});

	it("can be run again after it was killed", async () => {
		await fill(3000);
		const child = spawn(
			process.execPath,
			["--import", "tsx", "app/commands/plateia.server.ts", "move", server.url],
			{
				stdio: "ignore",
				env: { ...process.env, DATABASE_URL: file },
			},
		);
		const ended = once(child, "exit");
		await using(server.url, async (db) => {
			while (child.exitCode === null && (await db.introspection.getTables()).length === 0) await sleep(1);
		});
		child.kill("SIGKILL");
		await ended;
		// The child may have finished before the signal.
		if ((await contentOf(server.url)).users?.length === 0) {
			expect(await move(file, server.url)).toMatchObject({ code: 0 });
		}
		expect(await contentOf(server.url)).toEqual(await contentOf(file));
	});

	it("refuses a database with rows, and stores nothing", async () => {
		await fill();
		expect(await move(file, server.url)).toMatchObject({ code: 0 });
		const before = await contentOf(server.url);
		expect(await move(file, server.url)).toEqual({
			code: 1,
			text: "The database is not empty. Move into a new one.",
		});
		expect(await contentOf(server.url)).toEqual(before);
	});

	it("refuses while the site runs with either database", async () => {
		await fill();
		for (const url of [file, server.url]) {
			const exclusiveUse = await engineAt(url, folder).takeExclusiveUse(0);
			const { code, text } = await move(file, server.url);
			expect([code, text]).toEqual([1, expect.stringMatching(/^The site runs with .*\. Stop it first\.$/)]);
			await exclusiveUse?.release();
		}
		expect(await move(file, server.url)).toMatchObject({ code: 0 });
	});

	it("refuses broken data, an older schema, another key file and a missing database, and stores nothing", async () => {
		await fill();
		await using(file, (db) => sql`update user_points set points = points + 1`.execute(db));
		expect(await move(file, server.url)).toEqual({
			code: 1,
			text: expect.stringMatching(/^The data violates invariants; .*\n {2}.*user-ana/),
		});
		await using(file, (db) => sql`update user_points set points = points - 1`.execute(db));
		expect((await contentOf(server.url)).point_entries).toEqual([]);

		writeFileSync(join(folder, "data/plateia.key"), "another");
		expect((await move(file, server.url)).text).toContain("is the key file of another database");
		rmSync(join(folder, "data/plateia.key"));

		expect((await move(file, server.url.replace("/test_", "/missing_"))).text).toContain(
			"It does not exist: ",
		);
		expect(await move(file, server.url)).toMatchObject({ code: 0 });

		await using(`file:${join(folder, "new.sqlite")}`, (db) => sql`select 1`.execute(db));
		const other = `file:${join(folder, "other.sqlite")}`;
		expect((await move(`file:${join(folder, "new.sqlite")}`, other)).text).toContain("of another version");
		expect(existsSync(join(folder, "other.sqlite"))).toBe(false);
		expect((await move(file, "mysql://localhost/x")).code).toBe(1);
	});
});
