import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "db/database";
import { SQLite } from "db/driver";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { storageRefusalOf } from "~/forms/storage-refusal";
import { createStorageTrouble } from "~/storage/storage-trouble.server";
import { transact } from "../../../db/transact";
import { fakeClock } from "../../support/database";

let folder: string;
let file: string;
let db: Db;
let endWatch: (() => Promise<void>) | undefined;
const log = { info: vi.fn(), error: vi.fn() };
const stopCorrupt = vi.fn();
const clock = fakeClock();
let troubles: ReturnType<typeof createStorageTrouble>;

beforeEach(async () => {
	vi.clearAllMocks();
	folder = mkdtempSync(join(tmpdir(), "plateia-trouble-"));
	file = join(folder, "site.sqlite");
	troubles = createStorageTrouble({ log, now: clock.now, stopCorrupt });
	db = openDatabase(`file:${file}`, { failed: troubles.note });
	await sql`create table notes (id integer primary key, words text unique)`.execute(db);
});
afterEach(async () => {
	await endWatch?.();
	endWatch = undefined;
	await db.destroy();
	rmSync(folder, { recursive: true });
});

const write = (bytes = 10) => sql`insert into notes (words) values (hex(randomblob(${bytes})))`;
const countNotes = async () =>
	(await sql<{ count: number }>`select count(*) as count from notes`.execute(db)).rows[0]?.count;

/** SQLite's own limit refuses as a full disk does. */
const fillUp = () => sql`pragma max_page_count = 1`.execute(db);
const makeRoom = () => sql`pragma max_page_count = 1000000`.execute(db);

it("hears of a full disk, whatever way a write took, and every write is refused as what it is", async () => {
	await fillUp();
	const ways = [
		() => write(20_000).execute(db),
		() => db.transaction().execute((trx) => write(20_000).execute(trx)),
		() => transact(db, (trx) => write(20_000).execute(trx)),
	];
	for (const way of ways) {
		const error = await way().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code: "SQLITE_FULL" });
		expect(storageRefusalOf(error)).toEqual(new DomainError("cannotStore"));
	}
	expect(troubles.current()).toMatchObject({ fault: "full" });
	expect(log.error).toHaveBeenCalledExactlyOnceWith(
		expect.objectContaining({ event: "storage-trouble", fault: "full", err: expect.any(Error) }),
	);
	expect(await countNotes()).toBe(0);
	clock.pass(60_000);
	await ways[0]?.().catch(() => {});
	expect(log.error).toHaveBeenCalledTimes(2);
	await makeRoom();
});

it("is told apart from what is a mistake of the asker's", async () => {
	await sql`insert into notes (words) values ('a')`.execute(db);
	const error = await sql`insert into notes (words) values ('a')`
		.execute(db)
		.catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({ code: "SQLITE_CONSTRAINT_UNIQUE" });
	expect([troubles.current(), storageRefusalOf(error)]).toEqual([undefined, undefined]);
});

it("waits for another program once, then for nobody, and all is well again by itself", async () => {
	endWatch = await troubles.watch(db, 5);
	const other = new SQLite(file);
	other.exec("begin immediate");
	await expect(write().execute(db)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
	expect(troubles.current()?.fault).toBe("locked");
	await vi.waitFor(
		async () => {
			const since = performance.now();
			await expect(write().execute(db)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
			expect(performance.now() - since).toBeLessThan(1000);
		},
		{ timeout: 20_000 },
	);
	expect(await countNotes()).toBe(0);
	other.exec("rollback");
	other.close();
	await vi.waitFor(() => expect(troubles.current()).toBeUndefined(), { timeout: 20_000 });
	expect(log.info).toHaveBeenCalledWith(expect.objectContaining({ event: "storage-well", fault: "locked" }));
	await write().execute(db);
	expect(await countNotes()).toBe(1);
});

it("stops once when the database is corrupt", async () => {
	const corrupt = Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" });
	troubles.note(corrupt);
	troubles.note(corrupt);
	expect(stopCorrupt).toHaveBeenCalledExactlyOnceWith(corrupt);
});

it("lets a transaction that reads first write after another program has written", async () => {
	const other = new SQLite(file);
	await db.transaction().execute(async (trx) => {
		await sql`select * from notes`.execute(trx);
		expect(() => {
			other.pragma("busy_timeout = 0");
			other.exec("insert into notes (words) values ('other')");
		}).toThrow(/locked/);
		await write().execute(trx);
	});
	other.exec("insert into notes (words) values ('other')");
	other.close();
	expect(await countNotes()).toBe(2);
});
