/**
 * Ledger transactions per second of the site's functions, relative to the same statements with bare better-sqlite3
 * on a similar file, measured alternately in one run. `npx tsx tests/bench/ledger/run.ts`
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "db/database";
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { ensureSeeds } from "~/games/fairness/seeds.server";
import { playRound } from "~/games/plinko/engine/plinko.server";
import { openAccount, post } from "~/points/ledger/ledger.server";
import { NO_GAME_EVENTS } from "../../support/game-events";
import { median, printTable, verdict } from "../table";
import { barePost, bareRound, openBare } from "./bare";

const PLAYERS = 20;
const TURNS = 7;
const MILLISECONDS = 1500;
const MIN_RATIO = 0.5;
const POINTS = 1_000_000_000;

const config = { SITE_TIMEZONE: "Europe/Lisbon" };
const now = () => new Date();
const randomHex = (size: number) => randomBytes(size).toString("hex");
const players = Array.from({ length: PLAYERS }, (_, index) => `player-${index}`);

async function prepare(file: string): Promise<Db> {
	const db = openDatabase(`file:${file}`);
	await migrateToLatest(db);
	for (const id of players) {
		await db.transaction().execute(async (trx) => {
			const created_at = now().toISOString();
			const user = { id, twitch_id: id, twitch_username: id, email: null, roles: "[]", created_at };
			await trx.insertInto("users").values(user).execute();
			await openAccount(trx, id, POINTS, now());
		});
		await ensureSeeds({ db, now, randomHex }, id);
	}
	return db;
}

/** Rate and durations with concurrent players, each of whom waits for its answer before the next call. */
async function rateOf(act: (userId: string) => Promise<unknown> | unknown) {
	const start = performance.now();
	const end = start + MILLISECONDS;
	const waits: number[] = [];
	await Promise.all(
		players.map(async (userId) => {
			while (performance.now() < end) {
				const begun = performance.now();
				await act(userId);
				waits.push(performance.now() - begun);
				// One turn of the event loop, as between two requests.
				await new Promise(setImmediate);
			}
		}),
	);
	const sorted = waits.sort((a, b) => a - b);
	return {
		rate: waits.length / ((performance.now() - start) / 1000),
		p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
		longest: sorted.at(-1) ?? 0,
	};
}

const folder = mkdtempSync(join(tmpdir(), "plateia-ledger-"));
try {
	const db = await prepare(join(folder, "site.sqlite"));
	const file = join(folder, "bare.sqlite");
	await (await prepare(file)).destroy();
	const bare = openBare(file);
	const postBare = barePost(bare);
	const betBare = bare.transaction((userId: string) =>
		postBare(userId, -1, "plinko-stake", crypto.randomUUID(), now().toISOString()),
	);
	const roundBare = bareRound(bare);

	const acts = {
		"posting, site": (userId: string) =>
			db.transaction().execute((trx) =>
				post(trx, {
					userId,
					delta: -1,
					reason: "plinko-stake",
					reference: crypto.randomUUID(),
					actor: userId,
					at: now(),
				}),
			),
		"posting, bare": (userId: string) => betBare(userId),
		"Plinko round, site": (userId: string) =>
			playRound({ ...NO_GAME_EVENTS, db, now, randomHex, config }, userId, {
				idempotencyKey: crypto.randomUUID(),
				stake: 10,
				balls: 10,
			}),
		"Plinko round, bare": (userId: string) => roundBare(userId, crypto.randomUUID()),
	};
	type Act = keyof typeof acts;
	const names = Object.keys(acts) as Act[];
	const results = new Map<Act, Awaited<ReturnType<typeof rateOf>>[]>(names.map((name) => [name, []]));
	for (const name of names) await rateOf(acts[name]);
	for (let turn = 0; turn < TURNS; turn += 1) {
		for (const name of names) results.get(name)?.push(await rateOf(acts[name]));
	}

	console.log(`${PLAYERS} concurrent players, median of ${TURNS} turns of ${MILLISECONDS} ms each`);
	const column = (name: Act, pick: "rate" | "p99" | "longest") =>
		(results.get(name) ?? []).map((result) => result[pick]);
	printTable(
		["transaction", "per second", "p99 ms", "longest ms"],
		names.map((name) => [
			name,
			median(column(name, "rate")).toFixed(0),
			median(column(name, "p99")).toFixed(1),
			median(column(name, "longest")).toFixed(1),
		]),
	);
	const ratio = (site: Act, other: Act) =>
		median(column(site, "rate").map((rate, turn) => rate / (column(other, "rate")[turn] ?? Number.NaN)));
	const reached = [
		verdict("posting, site relative to bare", ratio("posting, site", "posting, bare"), { least: MIN_RATIO }),
		verdict("round, site relative to bare", ratio("Plinko round, site", "Plinko round, bare"), {
			least: MIN_RATIO,
		}),
	];
	await db.destroy();
	bare.close();
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
