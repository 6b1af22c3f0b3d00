import { join } from "node:path";
import type { Db } from "db/database";
import { openDatabase } from "db/open";
import * as probe from "db/probe";
import { SQLite } from "db/sqlite/driver";
import { transact } from "db/transact";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { storageRefusalOf } from "~/forms/storage-refusal";
import { createStorageHealth } from "~/storage/storage-health.server";
import { fakeClock } from "../../support/database";
import { eventually } from "../../support/eventually";
import { temporaryFolder } from "../../support/temporary-folder";
import { testSite } from "../../support/test-site";

const disk = { isFull: false, probes: 0 };
const { probeWrite } = probe;

let file: string;
let db: Db;
let endWatch: (() => Promise<void>) | undefined;
const log = { info: vi.fn(), error: vi.fn() };
const stopCorrupt = vi.fn();
const clock = fakeClock();
let health: ReturnType<typeof createStorageHealth>;

beforeEach(async () => {
	vi.clearAllMocks();
	Object.assign(disk, { isFull: false, probes: 0 });
	vi.spyOn(probe, "probeWrite").mockImplementation(async (db) => {
		disk.probes += 1;
		if (disk.isFull) throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
		await probeWrite(db);
	});
	file = join(temporaryFolder(), "site.sqlite");
	health = createStorageHealth({ ...testSite({ log, now: clock.now }), stopCorrupt });
	db = openDatabase(`file:${file}`, { failed: health.report });
	await sql`create table notes (id integer primary key, words text unique)`.execute(db);
});
afterEach(async () => {
	await endWatch?.();
	endWatch = undefined;
	await db.destroy();
	vi.restoreAllMocks();
});

const write = (bytes = 10) => sql`insert into notes (words) values (hex(randomblob(${bytes})))`;
const countNotes = async () =>
	(await sql<{ count: number }>`select count(*) as count from notes`.execute(db)).rows[0]?.count;

/** Beyond this limit SQLite reports SQLITE_FULL, as for a full disk. */
const fillDisk = () => sql`pragma max_page_count = 1`.execute(db);
const freeDisk = () => sql`pragma max_page_count = 1000000`.execute(db);

it("a full disk is reported for every kind of write, each with the error cannotStore", async () => {
	await fillDisk();
	const writes = [
		() => write(20_000).execute(db),
		() => db.transaction().execute((trx) => write(20_000).execute(trx)),
		() => transact(db, (trx) => write(20_000).execute(trx)),
	];
	for (const attempt of writes) {
		const error = await attempt().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code: "SQLITE_FULL" });
		expect(storageRefusalOf(error)).toEqual(new DomainError("cannotStore"));
	}
	expect(health.outage()).toMatchObject({ fault: "full" });
	expect(log.error).toHaveBeenCalledExactlyOnceWith(
		expect.objectContaining({ event: "storage-failed", fault: "full", err: expect.any(Error) }),
	);
	expect(await countNotes()).toBe(0);
	clock.pass(60_000);
	await writes[0]?.().catch(() => {});
	expect(log.error).toHaveBeenCalledTimes(2);
	await freeDisk();
});

it("errors that are not storage faults, such as a violated constraint, are ignored", async () => {
	await sql`insert into notes (words) values ('a')`.execute(db);
	const error = await sql`insert into notes (words) values ('a')`
		.execute(db)
		.catch((thrown: unknown) => thrown);
	expect(error).toMatchObject({ code: "SQLITE_CONSTRAINT_UNIQUE" });
	expect([health.outage(), storageRefusalOf(error)]).toEqual([undefined, undefined]);
});

it("while another program holds a lock, one write waits and later ones fail immediately, until the lock is released", async () => {
	endWatch = await health.watch(db, 5);
	const other = new SQLite(file);
	other.exec("begin immediate");
	await expect(write().execute(db)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
	expect(health.outage()?.fault).toBe("locked");
	const lockWait = async () =>
		(await sql<{ timeout: number }>`pragma busy_timeout`.execute(db)).rows[0]?.timeout;
	await eventually(async () => expect(await lockWait()).toBe(0));
	await expect(write().execute(db)).rejects.toMatchObject({ code: "SQLITE_BUSY" });
	expect(await countNotes()).toBe(0);
	other.exec("rollback");
	other.close();
	await eventually(() => expect(health.outage()).toBeUndefined());
	expect(log.info).toHaveBeenCalledWith(
		expect.objectContaining({ event: "storage-recovered", fault: "locked" }),
	);
	await write().execute(db);
	expect(await countNotes()).toBe(1);
});

it("an outage lasts while probe writes fail, and ends at the first successful one", async () => {
	disk.isFull = true;
	health.report(Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" }));
	endWatch = await health.watch(db, 5);
	await eventually(() => expect(disk.probes).toBeGreaterThan(3));
	expect(health.outage()?.fault).toBe("full");
	expect(log.info).not.toHaveBeenCalled();
	disk.isFull = false;
	clock.pass(30_000);
	await eventually(() => expect(health.outage()).toBeUndefined());
	expect(log.info).toHaveBeenCalledExactlyOnceWith({
		event: "storage-recovered",
		fault: "full",
		seconds: 30,
	});
});

it("the process is stopped once if the database is corrupt", async () => {
	const corrupt = Object.assign(new Error("database disk image is malformed"), { code: "SQLITE_CORRUPT" });
	health.report(corrupt);
	health.report(corrupt);
	expect(stopCorrupt).toHaveBeenCalledExactlyOnceWith(corrupt);
});

it("other programs cannot write between a read and a write of one transaction", async () => {
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
