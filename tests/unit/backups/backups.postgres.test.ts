import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "db/database";
import { engineAt, openDatabase } from "db/open";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeBackup } from "~/backups/make-backup.server";
import { restoreBackup } from "~/backups/restore-backup.server";
import { invariants } from "~/commands/invariants.server";
import { addUser } from "../../support/database";
import { runAsAdmin } from "../../support/postgres/admin";
import {
	CLUSTER_VARIABLE,
	createDatabase,
	type PostgresDatabase,
} from "../../support/postgres/create-database";
import { temporaryFolder } from "../../support/temporary-folder";

let root: string;
let server: PostgresDatabase;
let kept: string[];
let at = Date.parse("2026-03-04T12:00:00.000Z");

beforeEach(async () => {
	root = temporaryFolder();
	for (const folder of ["images", "backups"]) mkdirSync(join(root, folder));
	writeFileSync(join(root, "images/mug.webp"), "a mug");
	server = await createDatabase();
	await using((db) => addUser(db, "ana", 1000));
	kept = [];
});
afterEach(async () => {
	await server.drop();
	const folder = process.env[CLUSTER_VARIABLE] ?? "";
	for (const name of kept) await runAsAdmin(folder, `drop database "${name}" with (force)`);
});

async function using<Answer>(work: (db: Db) => Promise<Answer>, url = server.url): Promise<Answer> {
	const db = openDatabase(url);
	try {
		return await work(db);
	} finally {
		await db.destroy();
	}
}

const engine = () => engineAt(server.url, join(root, "data"));
const make = () => {
	at += 1000;
	const paths = { images: join(root, "images"), folder: join(root, "backups") };
	return makeBackup({ engine: engine(), ...paths, keep: 3, invariants, now: new Date(at) });
};
async function restore(backup: string, more: object = {}) {
	at += 1000;
	const images = join(root, "images");
	const restored = await restoreBackup({
		...{ engine: engine(), backup, images, invariants, evenBroken: false, now: new Date(at) },
		...more,
	});
	if (restored.kept) kept.push(restored.kept);
	return restored;
}
const setPoints = (points: number) =>
	using((db) => sql`update user_points set points = ${points}`.execute(db));
const pointsIn = (url?: string) =>
	using(async (db) => (await db.selectFrom("user_points").select("points").executeTakeFirst())?.points, url);
const databases = () =>
	using(async (db) => {
		const { rows } = await sql<{ name: string }>`select datname as name from pg_database
			where datname like current_database() || '_%' order by 1`.execute(db);
		return rows.map(({ name }) => name);
	});

it("a backup is restored, and what it replaces is kept", async () => {
	const { path, manifest } = await make();
	expect(readdirSync(path).sort()).toEqual(["backup.json", "images", "plateia.dump"]);
	expect(manifest.broken).toEqual([]);
	expect(await databases(), "the scratch database is gone").toEqual([]);
	await setPoints(7);
	writeFileSync(join(root, "images/mug.webp"), "another");
	const { kept } = await restore(path);
	expect(await pointsIn()).toBe(1000);
	expect(await databases()).toEqual([kept]);
	expect(await pointsIn(server.url.replace(/test_\w+/, kept ?? ""))).toBe(7);
});

it("a backup of data that violates invariants is kept as unsound", async () => {
	await setPoints(7);
	const { path, manifest } = await make();
	expect([manifest.broken.length, path]).toEqual([1, expect.stringContaining("unsound-")]);
	await expect(restore(path)).rejects.toThrow("--even-broken");
	expect(await databases(), "the restored copy is gone").toEqual([]);
	await restore(path, { evenBroken: true });
});

it("a restore is refused while the site runs or another program has the database open", async () => {
	const { path } = await make();
	const exclusiveUse = await engine().takeExclusiveUse(0);
	await expect(restore(path)).rejects.toThrow("The site runs with");
	await exclusiveUse?.release();
	await using(async (db) => {
		await sql`select 1`.execute(db);
		await expect(restore(path)).rejects.toThrow("Another program has");
	});
	expect(await databases()).toEqual([]);
	await restore(path);
});

it("a backup of another engine is refused", async () => {
	const { path } = await make();
	const other = engineAt(`file:${join(root, "site.sqlite")}`, root);
	await expect(restore(path, { engine: other })).rejects.toThrow("is of another database engine");
	expect(await pointsIn()).toBe(1000);
});
