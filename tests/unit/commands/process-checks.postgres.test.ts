import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Processes } from "db/engine";
import { engineAt, openDatabase } from "db/open";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MACHINE } from "~/commands/checks.server";
import { checkProcesses } from "~/commands/process-checks.server";
import { checkSite } from "~/commands/site-checks.server";
import { checkSharedKey } from "~/settings/shared-key.server";
import { openTestDatabase, type TestDatabase } from "../../support/database";
import { runAsAdmin } from "../../support/postgres/admin";
import { CLUSTER_VARIABLE } from "../../support/postgres/create-database";
import { addRow } from "../../support/rows-of";
import { temporaryFolder } from "../../support/temporary-folder";

const KEY = "ab".repeat(32);
const PICTURE = `${"0".repeat(32)}.webp`;
const MINUTE_MS = 60_000;

let test: TestDatabase;
let folder: string;
/** Called while the check waits for a takeover. */
let whileWaiting: () => Promise<unknown>;
let waits: number;

beforeEach(async () => {
	test = await openTestDatabase();
	folder = temporaryFolder();
	mkdirSync(join(folder, "images"));
	writeFileSync(join(folder, "plateia.key"), `${KEY}\n`, { mode: 0o600 });
	waits = 0;
	whileWaiting = async () => {};
	await checkSharedKey({
		...{ db: test.db, key: KEY, now: () => new Date() },
		...{ engine: engineAt(test.url, folder), cluster: { id: "own" } },
	});
});
afterEach(() => test.close());

interface Process {
	id?: string;
	host?: string;
	startedAgoMs?: number;
	silentMs?: number;
	clockAheadMs?: number;
}

/** Adds the row of a process. By default the process has run for an hour. */
async function add({ id = crypto.randomUUID(), host = "web1", ...times }: Process = {}) {
	const now = Date.now();
	await addRow(test.db, "nodes", {
		...{ id, host, started_at: now - (times.startedAgoMs ?? 60 * MINUTE_MS) },
		...{ seen_at: now - (times.silentMs ?? 0), clock_ahead: times.clockAheadMs ?? 0 },
	});
	return id;
}

const lead = (holder: string) => addRow(test.db, "leases", { name: "games", epoch: 1, holder });

const addItem = (image: string) => addRow(test.db, "store_items", { image });

function check(changes: Partial<Processes["connections"]> = {}) {
	const engine = engineAt(test.url, folder);
	return checkProcesses({
		db: test.db,
		engine: {
			keyFile: engine.keyFile,
			findLeftoverCopies: engine.findLeftoverCopies,
			async readProcesses(db) {
				const known = await engine.readProcesses(db);
				if (!known) throw new Error("one process");
				return { ...known, connections: { ...known.connections, ...changes } };
			},
		},
		imageFolder: join(folder, "images"),
		async waitForTakeover() {
			waits += 1;
			await whileWaiting();
		},
	});
}

describe("plateia doctor on a site with several processes", () => {
	it("finds nothing wrong with two running processes, or with none", async () => {
		expect(await check()).toEqual([]);
		await lead(await add());
		await add({ host: "web2", clockAheadMs: -1900 });
		expect(await check()).toEqual([]);
		expect(waits).toBe(0);
	});

	it("names a process that has not renewed its row for ten seconds, unless another one has started there since", async () => {
		await lead(await add());
		await add({ host: "web2", silentMs: 9000 });
		expect(await check()).toEqual([]);
		await add({ host: "web3", silentMs: 25_000 });
		// A process that started before the silent one was last seen does not replace it.
		await add({ host: "web3", startedAgoMs: MINUTE_MS });
		expect(await check()).toEqual([
			expect.stringMatching(
				/^A process on web3 has not been heard for 2[56] s, and has not stopped properly: /,
			),
		]);
		await add({ host: "web3", startedAgoMs: 5000 });
		expect(await check()).toEqual([]);
	});

	it.each([
		[2500, "2.5 s ahead of"],
		[-61_000, "61.0 s behind"],
	])("names a clock that differs by %d ms", async (clockAheadMs, difference) => {
		await lead(await add({ clockAheadMs }));
		expect(await check()).toEqual([
			`The clock of web1 is ${difference} that of the database server: set the clocks of both machines, for example with "timedatectl set-ntp true".`,
		]);
	});

	it("reports that no process leads, if that is still so after the time of a takeover", async () => {
		const id = await add();
		await lead(await add({ host: "web2", silentMs: MINUTE_MS }));
		expect(await check()).toContainEqual(
			expect.stringMatching(
				/^None of the 1 process\(es\) leads, so games, sign-ins and claims are refused: /,
			),
		);
		whileWaiting = () => test.db.updateTable("leases").set({ holder: id, epoch: 2 }).execute();
		expect(await check()).toEqual([expect.stringMatching(/^A process on web2 has not been heard/)]);
		expect(waits).toBe(2);
	});

	it("names a key file that is missing or differs from that of the processes", async () => {
		const file = join(folder, "plateia.key");
		await lead(await add());
		writeFileSync(file, `${KEY.replaceAll("a", "c")}\n`);
		expect(await check()).toEqual([
			`The key file ${file} differs from that of the processes that run on web1: copy their key file to this machine.`,
		]);
		rmSync(file);
		expect(await check()).toEqual([
			`There is no key file ${file}, but processes run on web1: copy their key file to this machine, or set DATA_FOLDER to the folder that they share.`,
		]);
	});

	it("names an uploaded picture that is not in the folder", async () => {
		const images = join(folder, "images");
		writeFileSync(join(images, PICTURE), "");
		const missing = PICTURE.replaceAll("0", "1");
		for (const image of [PICTURE, missing, missing, "typed-by-an-admin.png", "https://a.example/a.png", ""])
			await addItem(image);
		expect(await check()).toEqual([
			`1 of 2 uploaded pictures are not in ${images}, such as ${missing}: set IMAGE_FOLDER to the folder that all processes share, or copy the pictures from a backup.`,
		]);
	});

	it("reports that the server allows too few connections for the processes", async () => {
		await lead(await add());
		await add({ host: "web2" });
		expect(await check({ allowed: 40 })).toEqual([]);
		expect(await check({ allowed: 39 })).toEqual([
			"The database server allows 39 connections, but 2 process(es) of the site, with commands and backups, need up to 40: raise max_connections in postgresql.conf and restart the server.",
		]);
	});

	it("names the copies that a killed backup or restore has left", async () => {
		const [name = ""] = /test_[0-9a-f]+/.exec(test.url) ?? [];
		const cluster = process.env[CLUSTER_VARIABLE] ?? "";
		const left = [`${name}_check_0123456789ab`, `${name}_restore_ba9876543210`];
		const others = [`${name}_replaced_2026`, `${name}_check_other`];
		const all = [...left, ...others];
		for (const one of all) await runAsAdmin(cluster, `create database ${one}`);
		try {
			expect(await check()).toEqual(
				left.map(
					(copy) =>
						`The database ${copy} is a copy that a killed backup or restore has left on the server: if no backup or restore runs now, remove it with "dropdb ${copy}".`,
				),
			);
			const backup = openDatabase(test.url.replace(name, left[0] ?? ""));
			await sql`select 1`.execute(backup);
			expect(await check()).toHaveLength(1);
			await backup.destroy();
		} finally {
			for (const one of all) await runAsAdmin(cluster, `drop database ${one} with (force)`);
		}
	});

	it("runs these checks for the site of the environment", async () => {
		await lead(await add({ clockAheadMs: 5000 }));
		const findings = await checkSite({
			environment: {
				...{ APP_ORIGIN: "https://plateia.example", TRUSTED_PROXY_HOPS: "1" },
				...{ DATABASE_URL: test.url, DATA_FOLDER: folder, IMAGE_FOLDER: join(folder, "images") },
				...{ OIDC_ISSUER: "https://login.example/", OIDC_CLIENT_ID: "site", OIDC_CLIENT_SECRET: "secret" },
			},
			fetcher: () => Promise.reject(new TypeError("fetch failed")),
			now: () => new Date(),
			...{ isRunning: false, file: {}, machine: MACHINE },
		});
		expect(findings).toContainEqual(expect.stringMatching(/^The clock of web1 is 5\.0 s ahead of/));
	});
});

it("if two processes with different keys start at the same time, one of them stops", async () => {
	const engine = engineAt(test.url, folder);
	const check = (id: string, key: string) =>
		checkSharedKey({ db: test.db, key, engine, cluster: { id }, now: () => new Date() });
	const [one, two] = ["01".repeat(32), "02".repeat(32)];
	await check("one", one);
	await check("two", two);
	for (const id of ["one", "two"]) await add({ id, host: id });
	await expect(check("one", one)).rejects.toThrow("differs from that of the processes that run (two)");
	await expect(check("two", two)).resolves.toBeUndefined();
});
