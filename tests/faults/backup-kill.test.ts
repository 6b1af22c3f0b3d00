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
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashFile, isLeftOver, listBackups, readManifest } from "~/backups/manifest.server";
import { post } from "~/points/ledger/ledger.server";
import { addUser } from "../support/database";
import { seededRandom } from "../support/random";
import { findBroken, KILLS, SEED } from "./kill-harness";

const KEEP = 2;
/** Enough entries that a copy takes a measurable time. */
const POSTS = 5000;
const PICTURES = 150;
const PICTURE_BYTES = 40_000;
const POINTS = { backedUp: 1000 + POSTS, later: 1000 + POSTS + 7 };
const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

const random = seededRandom(SEED);
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
		writeFileSync(join(images, `${at}.webp`), Buffer.alloc(PICTURE_BYTES, `${SEED} ${at}`));
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
 * Runs a command, and kills it as soon as `isDue`.
 * @returns the exit code, or null after a kill
 */
async function run(name: "backup" | "restore", args: string[], isDue = () => false) {
	const child = spawn(
		process.execPath,
		["--import", "tsx", "app/commands/plateia.server.ts", name, ...args],
		{
			cwd: repositoryRoot,
			stdio: ["ignore", "ignore", "inherit"],
			env: {
				...process.env,
				DATABASE_URL: `file:${database}`,
				IMAGE_FOLDER: images,
				BACKUP_FOLDER: folder,
				BACKUP_KEEP: String(KEEP),
			},
		},
	);
	const closed = once(child, "close");
	while (child.exitCode === null && !isDue()) await sleep(1);
	child.kill("SIGKILL");
	const [code] = await closed;
	return code as number | null;
}

/** Kills at chosen steps of the command. On a busy machine a kill may come too late: then it is repeated. */
async function killAtSteps(
	steps: readonly (() => boolean)[],
	kill: (isDue: () => boolean) => Promise<boolean>,
) {
	for (let kills = 0; kills < KILLS; kills += 1) {
		const step = steps[kills % steps.length] ?? (() => true);
		some = 1 + Math.floor(random() * PICTURES * 0.8);
		while (!(await kill(step))) await sleep(1);
	}
}

/** The pictures in a folder, without those that are being written. */
const pictures = (path: string) =>
	existsSync(path) ? readdirSync(path).filter((name) => !name.startsWith(".")) : [];
/** Whether a folder has some of the pictures, how many differs between two kills. */
let some = 0;
const hasSome = (path: string) => pictures(path).length >= some;
const partialBackups = () => readdirSync(folder).filter(isLeftOver);

it(`a backup that is killed ${KILLS} times is complete under its name or absent, and the next one removes partial files`, async () => {
	expect(await run("backup", [])).toBe(0);
	let before: string[] = [];
	const half = () => join(folder, partialBackups().find((one) => !before.includes(one)) ?? "none");
	const steps = [
		() => existsSync(half()),
		() => existsSync(half()) && readdirSync(half()).length > 1,
		() => hasSome(join(half(), "images")),
	];
	await killAtSteps(steps, async (isDue) => {
		before = partialBackups();
		const code = await run("backup", [], isDue);
		const backups = await listBackups(folder, new Date());
		expect(backups.length).toBeGreaterThan(0);
		for (const name of backups) {
			const manifest = await readManifest(join(folder, name));
			expect(manifest.images).toHaveLength(PICTURES);
			for (const { name: file, sha256 } of [
				manifest.database,
				...manifest.images.map((one) => ({ ...one, name: join("images", one.name) })),
			])
				expect(await hashFile(join(folder, name, file))).toBe(sha256);
		}
		return code === null && existsSync(half());
	});
	expect(await run("backup", [])).toBe(0);
	expect(partialBackups()).toEqual([]);
	expect((await listBackups(folder, new Date())).length).toBeLessThanOrEqual(KEEP);
});

it(`a restore that is killed ${KILLS} times is complete or not done, keeps the replaced files, and can be repeated`, async () => {
	const [backup = "none"] = await listBackups(folder, new Date());
	const later = join(root, "later.sqlite");
	await pay(1, POINTS.later - POINTS.backedUp);
	checkpointLog(database);
	copyFileSync(database, later);
	const inRoot = (pattern: RegExp) => readdirSync(root).filter((name) => pattern.test(name));
	const replaced = () => inRoot(/^site\.sqlite\.replaced-[^.]+$/);
	const restoring = `${database}.restoring`;
	const steps = [() => existsSync(restoring), () => replaced().length > 0, () => hasSome(images)];
	await killAtSteps(steps, async (isDue) => {
		for (const name of inRoot(/^site\.sqlite/)) rmSync(join(root, name));
		copyFileSync(later, database);
		rmSync(images, { recursive: true, force: true });
		const code = await run("restore", [join(folder, backup)], isDue);
		expect(findDamage(database)).toEqual([]);
		const isDone = (await pointsIn(database)) === POINTS.backedUp;
		expect(await pointsIn(isDone ? join(root, replaced()[0] ?? "") : database)).toBe(POINTS.later);
		return code === null;
	});
	expect(await run("restore", [join(folder, backup)])).toBe(0);
	expect(await pointsIn(database)).toBe(POINTS.backedUp);
	expect(replaced().length).toBeGreaterThan(0);
	for (const name of replaced()) expect(await pointsIn(join(root, name))).toBe(POINTS.later);
	expect(await findBroken(`file:${database}`)).toEqual([]);
	expect(existsSync(restoring)).toBe(false);
	for (const name of pictures(images))
		expect(await hashFile(join(images, name))).toBe(await hashFile(join(folder, backup, "images", name)));
	expect(pictures(images)).toHaveLength(PICTURES);
});
