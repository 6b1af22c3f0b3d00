import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "db/database";
import { takeLock } from "db/lock";
import { migrateToLatest } from "db/migrate";
import { migrations } from "db/migrations";
import { engineAt, openDatabase } from "db/open";
import { findDamage } from "db/sqlite/copy";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inMegabytes, makeBackup } from "~/backups/make-backup.server";
import { listBackups, madeAtOf, readManifest } from "~/backups/manifest.server";
import { restoreBackup } from "~/backups/restore-backup.server";
import { invariants } from "~/commands/invariants.server";
import { post } from "~/points/ledger/ledger.server";
import { addUser } from "../../support/database";
import { temporaryFolder } from "../../support/temporary-folder";

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock("node:fs/promises", async (importOriginal) => {
	const real = await importOriginal<typeof import("node:fs/promises")>();
	const statfs = async (path: string) => ({
		...(await real.statfs(path)),
		...(disk.isFull && { bavail: 0 }),
	});
	return { ...real, statfs };
});

let root: string;
let db: Db;
let database: string;
let images: string;
let folder: string;
let at = 0;

beforeEach(async () => {
	root = temporaryFolder();
	database = join(root, "data/site.sqlite");
	images = join(root, "images");
	folder = join(root, "backups");
	mkdirSync(images);
	writeFileSync(join(images, "mug.webp"), "a mug");
	db = openDatabase(`file:${database}`);
	await migrateToLatest(db);
	await addUser(db, "ana", 1000);
	at = Date.parse("2026-03-04T12:00:00.000Z");
});
afterEach(async () => {
	disk.isFull = false;
	await db.destroy();
});

const engineOf = (path = database) => engineAt(`file:${path}`, root);
const make = (more: object = {}) => {
	at += 1000;
	return makeBackup({ engine: engineOf(), images, folder, keep: 3, invariants, now: new Date(at), ...more });
};
const restore = async (backup: string, more: object = {}) => {
	await db.destroy();
	const given = {
		backup,
		engine: engineOf(),
		images,
		invariants,
		evenBroken: false,
		now: new Date("2026-03-05T00:00:00Z"),
	};
	try {
		return await restoreBackup({ ...given, ...more });
	} finally {
		db = openDatabase(`file:${database}`);
		// Kysely closes only a connection that has been used.
		await sql`select 1`.execute(db);
	}
};
const pay = (reference: string) =>
	db.transaction().execute((trx) =>
		post(trx, {
			...{ userId: "user-ana", delta: 5, reason: "admin-adjustment", reference, actor: "system" },
			at: new Date(at),
		}),
	);
const pointsIn = async (path: string) => {
	const { db: copy, close } = await engineOf().openCopy(path);
	const row = await copy.selectFrom("user_points").select("points").executeTakeFirst();
	await close();
	return row?.points;
};
const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: "utf8" }).sort();

describe("a backup", () => {
	it("contains the complete database and pictures while both are in use, and other system users cannot read it", async () => {
		let isDone = false;
		let paid = 0;
		const paying = (async () => {
			while (!isDone) {
				await pay(`while ${paid}`);
				paid += 1;
				await nextTurn();
			}
		})();
		const { path, manifest } = await make();
		isDone = true;
		await paying;
		expect(filesIn(path)).toEqual(["backup.json", "images", "images/mug.webp", "plateia.sqlite"]);
		const modes = ["", ...filesIn(path)].map((name) => statSync(join(path, name)).mode & 0o077);
		expect(modes).toEqual(modes.map(() => 0));
		expect(findDamage(join(path, "plateia.sqlite"))).toEqual([]);
		const points = (await pointsIn(join(path, "plateia.sqlite"))) ?? 0;
		expect(points).toBeGreaterThanOrEqual(1000);
		expect(points).toBeLessThanOrEqual(1000 + 5 * paid);
		expect(await readManifest(path)).toEqual(manifest);
		expect(manifest).toMatchObject({
			schema: Object.keys(migrations).at(-1),
			broken: [],
			images: [{ name: "mug.webp", bytes: 5 }],
		});
		expect(madeAtOf(path.split("/").at(-1) ?? "")).toEqual(new Date(at));
	});

	it("removes older backups beyond the number to keep, and no other entry of the folder", async () => {
		const names = [];
		for (let count = 0; count < 5; count += 1) names.push((await make()).path.split("/").at(-1));
		const otherEntries = [
			"notes",
			"plateia-mine",
			".old-photos",
			".half-done",
			".old-plateia-mine",
			"unsound-1",
		];
		for (const name of otherEntries) mkdirSync(join(folder, name));
		await make();
		expect((await listBackups(folder, new Date(at))).slice(1)).toEqual(names.slice(3).reverse());
		expect(readdirSync(folder)).toEqual(expect.arrayContaining(otherEntries));
		await make({ keep: undefined });
		expect(await listBackups(folder, new Date(at))).toHaveLength(4);
	});

	it("that is made after the clock was set back does not remove backups with a later date", async () => {
		const ahead = [];
		for (let count = 0; count < 3; count += 1) ahead.push((await make()).path);
		at -= 24 * 3_600_000;
		const { path } = await make({ keep: 1 });
		await make({ keep: 1 });
		expect(existsSync(path)).toBe(false);
		expect(ahead.every(existsSync)).toBe(true);
	});

	it("hard-links a picture of the previous backup, unless it is damaged there", async () => {
		const first = await make();
		const second = await make();
		const inode = (path: string) => statSync(join(path, "images/mug.webp")).ino;
		expect(inode(second.path)).toBe(inode(first.path));
		writeFileSync(join(second.path, "images/mug.webp"), "rot");
		const third = await make();
		expect(readFileSync(join(third.path, "images/mug.webp"), "utf8")).toBe("a mug");
		writeFileSync(join(images, "mug.webp"), "another");
		const fourth = await make();
		expect(readFileSync(join(fourth.path, "images/mug.webp"), "utf8")).toBe("another");
		expect(readFileSync(join(third.path, "images/mug.webp"), "utf8")).toBe("a mug");
	});

	it("that was interrupted does not count, and its remains are removed by the next one", async () => {
		await make();
		mkdirSync(join(folder, ".half-plateia-2026-03-04T12-30-00-000Z/images"), { recursive: true });
		mkdirSync(join(folder, ".old-plateia-2026-03-01T12-30-00-000Z"));
		mkdirSync(join(folder, ".old-unsound-2026-03-01T12-30-00-000Z"));
		expect(await listBackups(folder, new Date(at))).toHaveLength(1);
		await make();
		expect(readdirSync(folder).filter((name) => /^\.(half|old)/.test(name))).toEqual([]);
	});

	it("of a damaged database fails and removes no older one", async () => {
		for (let count = 0; count < 4; count += 1) await make();
		await db.destroy();
		const bytes = readFileSync(database);
		const damaged = Buffer.from(bytes);
		damaged.fill(0xa5, 8 * 4096, 40 * 4096);
		writeFileSync(database, damaged);
		const before = await listBackups(folder, new Date(at));
		await expect(make({ keep: 1 })).rejects.toThrow();
		expect(await listBackups(folder, new Date(at))).toEqual(before);
		expect(
			readdirSync(folder).filter((name) => name.startsWith(".half")),
			"the partial copy is removed",
		).toEqual([]);
		writeFileSync(database, bytes);
		db = openDatabase(`file:${database}`);
		await make({ keep: 1 });
		expect(await listBackups(folder, new Date(at))).toHaveLength(1);
	});

	it("of data that violates an invariant is marked as unsound and does not replace a sound one", async () => {
		for (let count = 0; count < 3; count += 1) await make();
		await sql`update user_points set points = 999`.execute(db);
		const { path, manifest } = await make({ keep: 1 });
		expect([path, manifest.broken.join()]).toEqual([
			expect.stringContaining("/unsound-"),
			expect.stringContaining("user-ana"),
		]);
		expect(await listBackups(folder, new Date(at))).toHaveLength(3);
		const again = await make({ keep: 1 });
		expect(readdirSync(folder).filter((name) => name.startsWith("unsound"))).toEqual([
			again.path.split("/").at(-1),
		]);
		expect(await listBackups(folder, new Date(at))).toHaveLength(3);
		await sql`update user_points set points = 1000`.execute(db);
		await make();
		expect(readdirSync(folder).filter((name) => name.startsWith("unsound"))).toEqual([]);
	});

	it("is made even if the previous one is damaged", async () => {
		const { path } = await make();
		rmSync(join(path, "backup.json"));
		expect((await make()).manifest.images).toHaveLength(1);
	});

	it.each([0, -1, 1.5, Number.NaN])(
		"is refused and removes no other one if the number to keep is %d",
		async (keep) => {
			await make();
			await make();
			await expect(make({ keep })).rejects.toThrow(/BACKUP_KEEP must be a whole number/);
			expect(await listBackups(folder, new Date(at))).toHaveLength(2);
		},
	);

	it("is not started without space for the database and its write-ahead log", async () => {
		await make();
		await db.destroy();
		writeFileSync(`${database}-wal`, Buffer.alloc(5_000_000));
		disk.isFull = true;
		const needed = statSync(database).size + 5_000_000 + 64 * 1024 * 1024;
		await expect(make()).rejects.toThrow(`${inMegabytes(needed)} are needed, 0.0 MB are free`);
		expect(readdirSync(folder).filter((name) => name.startsWith(".half"))).toEqual([]);
		rmSync(`${database}-wal`);
		db = openDatabase(`file:${database}`);
	});

	it("is refused while another one is in progress", async () => {
		await make();
		const release = await takeLock(join(folder, ".lock"));
		await expect(make()).rejects.toThrow("Another backup is being made");
		release?.();
		await make();
	});
});

describe("a restore", () => {
	it("restores database and pictures and keeps the replaced database", async () => {
		const { path } = await make();
		await pay("later");
		rmSync(join(images, "mug.webp"));
		writeFileSync(join(images, "new.webp"), "new");
		const { kept } = await restore(path);
		expect(await pointsIn(database)).toBe(1000);
		expect(await pointsIn(kept ?? "")).toBe(1005);
		expect([readdirSync(images).sort(), readFileSync(join(images, "mug.webp"), "utf8")]).toEqual([
			["mug.webp", "new.webp"],
			"a mug",
		]);
		expect(readdirSync(join(root, "data")).filter((name) => name.includes("restoring"))).toEqual([]);
	});

	it("works without an existing database", async () => {
		const { path } = await make();
		const other = join(root, "other/site.sqlite");
		expect(
			(await restore(path, { engine: engineOf(other), images: join(root, "other/images") })).kept,
		).toBeUndefined();
		expect(await pointsIn(other)).toBe(1000);
		expect(readFileSync(join(root, "other/images/mug.webp"), "utf8")).toBe("a mug");
	});

	it("replaces a corrupt database together with its log", async () => {
		const { path } = await make();
		await db.destroy();
		writeFileSync(database, "this is no database, only text ".repeat(500));
		writeFileSync(`${database}-wal`, "this is no log");
		const { kept } = await restore(path);
		expect(await pointsIn(database)).toBe(1000);
		expect(readFileSync(kept ?? "", "utf8")).toContain("this is no database");
	});

	it("keeps a replaced picture under a name that is not served", async () => {
		const { path } = await make();
		writeFileSync(join(images, "mug.webp"), "another");
		await restore(path);
		expect(readFileSync(join(images, "mug.webp"), "utf8")).toBe("a mug");
		expect(readFileSync(join(images, "mug.webp.replaced-2026-03-05T00-00-00-000Z"), "utf8")).toBe("another");
	});

	const refusals: [string, RegExp, (path: string) => Promise<unknown> | unknown, object?][] = [
		["without a manifest", /is no backup/, (path) => rmSync(join(path, "backup.json"))],
		["with an invalid manifest", /cannot be read/, (path) => writeFileSync(join(path, "backup.json"), "{}")],
		["with a missing picture", /is missing/, (path) => rmSync(join(path, "images/mug.webp"))],
		[
			"with a changed database",
			/is not what was backed up/,
			(path) => writeFileSync(join(path, "plateia.sqlite"), "x"),
		],
	];
	it.each(refusals)("refuses a backup %s and changes nothing", async (_what, reason, damage) => {
		const { path } = await make();
		await pay("later");
		await damage(path);
		await expect(restore(path)).rejects.toThrow(reason);
		expect(await pointsIn(database)).toBe(1005);
		expect(readdirSync(join(root, "data")).filter((name) => /restoring|replaced/.test(name))).toEqual([]);
	});

	it("is refused while the site is running", async () => {
		const { path } = await make();
		const release = await takeLock(`${database}.lock`);
		await expect(restore(path)).rejects.toThrow(/The site runs/);
		release?.();
		await restore(path);
	});

	it("is refused while another program has the database open", async () => {
		const { path } = await make();
		writeFileSync(join(images, "mug.webp"), "another");
		const other = openDatabase(`file:${database}`);
		await sql`select count(*) from users`.execute(other);
		await expect(restore(path)).rejects.toThrow(/Another program has site.sqlite open/);
		expect(readFileSync(join(images, "mug.webp"), "utf8"), "nothing has changed").toBe("another");
		await other.destroy();
		await restore(path);
	});

	it("refuses a backup of a newer version, and data that violates invariants unless allowed", async () => {
		await sql`update user_points set points = 999`.execute(db);
		const { path } = await make();
		await expect(restore(path)).rejects.toThrow(/--even-broken/);
		await restore(path, { evenBroken: true });
		await sql`update user_points set points = 1000`.execute(db);
		await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(db);
		const newer = await make();
		await expect(restore(newer.path)).rejects.toThrow(
			/not those of this version .* 9999-future: it is of a newer version/,
		);
		expect(existsSync(`${database}.restoring`)).toBe(false);
	});
});
