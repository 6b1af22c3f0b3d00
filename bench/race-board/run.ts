/**
 * The time to compute the board of a race, alternately with the leaderboard of 30 days on the same database and with a race over ten
 * times as many rounds. Neither comes from a cache.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Db } from "db/database";
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { sql } from "kysely";
import { computeBoard } from "~/events/tournaments/board.server";
import { findTournament } from "~/events/tournaments/tournaments.queries.server";
import { createLeaders } from "~/games/lobby/leaders.server";
import { addRow } from "../../tests/support/rows-of";
import { testSite } from "../../tests/support/test-site";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";

const ENTRANTS = 200;
const ROUNDS = sized([500, 5000], [5, 50]);
/** The rounds of an entrant that count. */
const COUNTED = 50;
const DAYS = 30;
const TURNS = sized(30, 2);
const MAX_BESIDE_LEADERS = 2;
const MAX_TENFOLD = 1.3;
const START = Date.UTC(2026, 2, 1);
const END = START + DAYS * 86_400_000;
const NOW = new Date(END - 3_600_000);

/** A database with a race, whose rounds and wins are spread evenly over the days. */
async function fill(file: string, rounds: number): Promise<Db> {
	const db = openDatabase(`file:${file}`);
	await migrateToLatest(db);
	await sql`pragma foreign_keys = off`.execute(db);
	await sql`pragma synchronous = off`.execute(db);
	const numbers = (most: number) =>
		sql`(with recursive n (n) as (select 0 union all select n + 1 from n where n + 1 < ${most}) select n from n)`;
	await sql`insert into users (id, twitch_id, twitch_username, created_at)
		select 'user-' || n, n, 'viewer' || n, '2026-01-01T00:00:00.000Z' from ${numbers(ENTRANTS)}`.execute(db);
	const total = ENTRANTS * rounds;
	const at = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${START / 1000} + n * ${(END - START) / 1000 / total}, 'unixepoch')`;
	const payout = sql`(n * 7919) % 1000`;
	await sql`insert into instant_rounds (id, game, user_id, seed_id, client_seed, nonce, table_version, stake, draws, input, outcome, payout, created_at)
		select 'round-' || n, 'plinko', 'user-' || (n % ${sql.lit(ENTRANTS)}), 'seed-' || (n % ${sql.lit(ENTRANTS)}), 'c', n, 1, 10, 1, '{}', '[]', ${payout}, ${at}
		from ${numbers(total)}`.execute(db);
	await sql`insert into game_wins (id, user_id, amount, game_name, day, created_at, multiplier)
		select 'win-' || n, 'user-' || (n % ${sql.lit(ENTRANTS)}), ${payout}, 'Navalhas Plinko', substr(${at}, 1, 10), ${at}, ${payout} * 10
		from ${numbers(total)} where ${payout} > 10`.execute(db);
	await addRow(db, "tournaments", {
		...{ id: "race", kind: "race", prizes: "[]", opens_at: "2026-01-01T00:00:00.000Z" },
		rule: JSON.stringify({ kind: "race", games: ["plinko"], best: 3, rounds: COUNTED, minStake: 10 }),
		...{ starts_at: new Date(START).toISOString(), ends_at: new Date(END).toISOString() },
		closes_at: new Date(END).toISOString(),
	});
	await sql`insert into tournament_entries (id, tournament_id, user_id, fee, created_at)
		select 'entry-' || n, 'race', 'user-' || n, 0, '2026-01-01T00:00:00.000Z' from ${numbers(ENTRANTS)}`.execute(
		db,
	);
	return db;
}

async function readBoard(db: Db): Promise<void> {
	const tournament = await findTournament(db, "race");
	const board = tournament ? await computeBoard(db, tournament) : [];
	if (board.length !== ENTRANTS) throw new Error(`${board.length} scores`);
}

async function readLeaders(db: Db): Promise<void> {
	const clock = { now: () => 0, at: () => () => {} };
	const leaders = createLeaders(testSite({ db, now: () => NOW, clock, config: { SITE_TIMEZONE: "UTC" } }));
	const board = await leaders.read({ by: "multiplier", span: "month" }, "en");
	if (board.leaders.length === 0) throw new Error("no leaders");
}

const folder = mkdtempSync(join(tmpdir(), "plateia-bench-"));
const databases = await Promise.all(ROUNDS.map((rounds) => fill(join(folder, `${rounds}.sqlite`), rounds)));
try {
	const [few] = databases as [Db, Db];
	const measured = [
		{ what: "leaderboard of 30 days", work: () => readLeaders(few), times: [] as number[] },
		...databases.map((db, index) => ({
			what: `board of ${ENTRANTS} entrants, ${ENTRANTS * (ROUNDS[index] ?? 0)} rounds`,
			...{ work: () => readBoard(db), times: [] as number[] },
		})),
	];
	for (let turn = 0; turn <= TURNS; turn++) {
		for (const { work, times } of measured) {
			const since = performance.now();
			await work();
			// The first turn warms up.
			if (turn > 0) times.push(performance.now() - since);
		}
	}
	const [leadersMs = 0, fewMs = 0, manyMs = 0] = measured.map(({ times }) => median(times));
	printTable(
		["what", "median, ms"],
		measured.map(({ what, times }) => [what, median(times).toFixed(2)]),
	);
	conclude([
		verdict("board beside the leaderboard of 30 days", fewMs / leadersMs, { most: MAX_BESIDE_LEADERS }),
		verdict("board of ten times as many rounds", manyMs / fewMs, { most: MAX_TENFOLD }),
	]);
} finally {
	for (const db of databases) await db.destroy();
	rmSync(folder, { recursive: true, force: true });
}
