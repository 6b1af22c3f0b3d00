import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { migrateToLatest } from "db/migrate";
import { engineAt, openDatabase } from "db/open";
import { checkpointLog, findDamage } from "db/sqlite/copy";
import { transact } from "db/transact";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashFile, isLeftOver, listBackups, readManifest } from "~/backups/manifest.server";
import { invariants } from "~/commands/invariants.server";
import { post } from "~/points/ledger/ledger.server";
import { addUser } from "../support/database";
import { seededRandom, seedFrom } from "../support/random";
import { findBroken } from "./kill-harness";

/** `FAULT_KILLS=100 node tests/run.mjs faults` runs longer. */
const KILLS = Number(process.env.FAULT_KILLS ?? 6);
const KEEP = 2;
/** Enough entries that a copy takes a measurable time. */
const POSTS = 5000;
const PICTURES = 150;
const PICTURE_BYTES = 40_000;
const POINTS = { backedUp: 1000 + POSTS, later: 1000 + POSTS + 7 };
const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

const seed = seedFrom("FAULT_SEED");
const random = seededRandom(seed);
let root: string;
let database: string;
let images: string;
let folder: string;

beforeAll(async () => {
	root = mkdtempSync(join(tmpdir(), "plateia-backup-kill-"));
	[database, images, folder] = [join(root, "site.sqlite"), join(root, "images"), join(root, "backups")];
	mkdirSync(images);
	mkdirSync(folder);
	for (let at = 0; at < PICTURES; at += 1)
		writeFileSync(join(images, `${at}.webp`), Buffer.alloc(PICTURE_BYTES, `${seed} ${at}`));
	const db = openDatabase(`file:${database}`);
	await migrateToLatest(db);
	await addUser(db, "ana", 1000);
	await db.destroy();
	await pay(POSTS, 1);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Posts `delta` to the only viewer, `times` times. */
async function pay(times: number, delta: number) {
	const db = openDatabase(`file:${database}`);
	await transact(db, async (trx) => {
		for (let at = 0; at < times; at += 1) {
			await post(trx, {
				...{ userId: "user-ana", delta, reason: "admin-adjustment", actor: "system", at: new Date() },
				reference: crypto.randomUUID(),
			});
		}
	});
	await db.destroy();
}

async function pointsIn(path: string) {
	const { db, close } = await engineAt(`file:${database}`, root).openCopy(path);
	const row = await db.selectFrom("user_points").select("points").executeTakeFirstOrThrow();
	await close();
	return row.points;
}

/**
 * Runs a command and kills it `killAfterMs` after its work has begun.
 * @returns the exit code, or null after a kill, and the duration of the work.
 */
async function run(
	name: "backup" | "restore",
	args: string[],
	hasBegun: () => boolean,
	killAfterMs?: number,
) {
	const command = ["--import", "tsx", "app/commands/plateia.server.ts", name, ...args];
	const settings = {
		DATABASE_URL: `file:${database}`,
		IMAGE_FOLDER: images,
		BACKUP_FOLDER: folder,
		BACKUP_KEEP: String(KEEP),
	};
	const child = spawn(process.execPath, command, {
		cwd: repositoryRoot,
		stdio: ["ignore", "ignore", "inherit"],
		env: { ...process.env, ...settings },
	});
	const closed = once(child, "close");
	while (child.exitCode === null && !hasBegun()) await sleep(1);
	const since = performance.now();
	if (killAfterMs !== undefined) {
		await sleep(killAfterMs);
		child.kill("SIGKILL");
	}
	const [code] = await closed;
	return { code, ms: performance.now() - since };
}

const partialBackups = () => readdirSync(folder).filter(isLeftOver);

async function expectComplete(backup: string) {
	const manifest = await readManifest(backup);
	expect(await hashFile(join(backup, manifest.database.name))).toBe(manifest.database.sha256);
	expect(manifest.images).toHaveLength(PICTURES);
	for (const { name, sha256 } of manifest.images)
		expect(await hashFile(join(backup, "images", name))).toBe(sha256);
}

describe(`killed ${KILLS} times (FAULT_SEED=${seed})`, () => {
	it("a backup is complete under its name or absent, and the next one removes partial files", async () => {
		const runBackup = (killAfterMs?: number) => {
			const before = partialBackups();
			return run(
				"backup",
				[],
				() => partialBackups().some((partial) => !before.includes(partial)),
				killAfterMs,
			);
		};
		const first = await runBackup();
		expect(first.code).toBe(0);
		let interrupted = 0;
		// On a machine whose load changes, none of the first kills may hit a running backup.
		for (let kills = 0; kills < KILLS || (interrupted === 0 && kills < 10 * KILLS); kills += 1) {
			const { code } = await runBackup(random() * first.ms);
			if (code === null && partialBackups().length > 0) interrupted += 1;
			const backups = await listBackups(folder, new Date());
			expect(backups.length).toBeGreaterThan(0);
			for (const name of backups) await expectComplete(join(folder, name));
		}
		expect(interrupted).toBeGreaterThan(0);
		const last = await runBackup();
		expect(last.code).toBe(0);
		expect(partialBackups()).toEqual([]);
		expect((await listBackups(folder, new Date())).length).toBeLessThanOrEqual(KEEP);
	});

	it("a restore is complete or not done, keeps the replaced files, and can be repeated", async () => {
		const [backup = "none"] = await listBackups(folder, new Date());
		const later = join(root, "later.sqlite");
		await pay(1, POINTS.later - POINTS.backedUp);
		checkpointLog(database);
		copyFileSync(database, later);
		const inRoot = (pattern: RegExp) => readdirSync(root).filter((name) => pattern.test(name));
		const replaced = () => inRoot(/^site\.sqlite\.replaced-[^.]+$/);
		const restore = (killAfterMs?: number) => {
			for (const name of inRoot(/^site\.sqlite/)) rmSync(join(root, name));
			copyFileSync(later, database);
			rmSync(images, { recursive: true, force: true });
			return run("restore", [join(folder, backup)], () => existsSync(`${database}.restoring`), killAfterMs);
		};
		const first = await restore();
		expect(first.code).toBe(0);
		expect(await pointsIn(database)).toBe(POINTS.backedUp);
		let interrupted = 0;
		// As above: the kills are extended until one of them hits a running restore.
		for (let kills = 0; kills < KILLS || (interrupted === 0 && kills < 10 * KILLS); kills += 1) {
			await restore(random() * first.ms);
			if (existsSync(`${database}.restoring`)) interrupted += 1;
			expect(findDamage(database)).toEqual([]);
			const points = await pointsIn(database);
			expect(Object.values(POINTS)).toContain(points);
			if (points === POINTS.backedUp) {
				expect(replaced()).toHaveLength(1);
				expect(await pointsIn(join(root, replaced()[0] ?? ""))).toBe(POINTS.later);
			}
		}
		expect(interrupted).toBeGreaterThan(0);
		const last = await run("restore", [join(folder, backup)], () => true);
		expect(last.code).toBe(0);
		expect(await pointsIn(database)).toBe(POINTS.backedUp);
		expect(await findBroken(database, invariants)).toEqual([]);
		expect(existsSync(`${database}.restoring`)).toBe(false);
		for (const name of readdirSync(images).filter((name) => !name.startsWith(".")))
			expect(await hashFile(join(images, name))).toBe(await hashFile(join(folder, backup, "images", name)));
		expect(readdirSync(images).filter((name) => !name.startsWith("."))).toHaveLength(PICTURES);
	});
});
