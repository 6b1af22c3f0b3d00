/**
 * Response times of plays while turns of watching with 5,000 chatters are paid, relative to those without, measured
 * alternately in one run. `npx tsx tests/bench/watch-turns/run.ts`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { SQLite } from "db/sqlite/driver";
import { signInWithCookies } from "../../support/site/sign-in";
import { startSite } from "../../support/site/site";
import { fill } from "../admin-tables/fill";
import { quantile } from "../live-load/crowd";
import { playUntil } from "../play-until";
import { median, printTable, verdict } from "../table";

const CHATTERS = 5000;
/** Half of the chatters have an account. */
const USERS = CHATTERS / 2;
const TURNS_AT_ONCE = 5;
const PLAYERS = 8;
const WARM_UP_MS = 3000;
const ROUNDS = 3;
const MAX_RATIO = 1.5;
/** The site looks for turns every 30 s. */
const STARTS_WITHIN_MS = 40_000;

const site = await startSite({
	env: { RATE_LIMIT_SCALE: "100000", STARTING_POINTS: "1000000000", LOG_LEVEL: "error" },
});
const database = new SQLite(site.database);

const insertTurn = database.prepare(
	"insert into watch_turns (platform, stream_id, turn, at, handled, points, people) values ('twitch', ?, ?, ?, 0, 0, ?)",
);
const people = JSON.stringify(Array.from({ length: CHATTERS }, (_, number) => [String(number), 5]));
const open = () =>
	database
		.prepare("select count(*) as turns, sum(handled) as handled from watch_turns where people is not null")
		.get() as {
		turns: number;
		handled: number | null;
	};

/** Stores turns and resolves when the site has begun with them. */
async function startTurns(stream: string): Promise<void> {
	for (let turn = 1; turn <= TURNS_AT_ONCE; turn += 1)
		insertTurn.run(stream, turn, new Date().toISOString(), people);
	for (let waited = 0; !open().handled; waited += 5) {
		if (waited > STARTS_WITHIN_MS) throw new Error("the site has not begun with the turns");
		await sleep(5);
	}
}

async function untilPaid(): Promise<void> {
	while (open().turns > 0) await sleep(5);
}

try {
	fill(site.database, { users: USERS, orders: 0 });
	const link = database.prepare(
		"insert into platform_people (platform, person_id, user_id, linked_at) values ('twitch', ?, ?, '2026-01-01T00:00:00.000Z')",
	);
	database.transaction(() => {
		for (let number = 0; number < USERS; number += 1)
			link.run(String(number), `user-${String(number).padStart(6, "0")}`);
	})();
	const cookies: string[] = [];
	for (let count = 0; count < PLAYERS; count += 1)
		cookies.push(await signInWithCookies(site, `bench${count}`));
	await playUntil(sleep(WARM_UP_MS), site.origin, cookies);

	const rows: string[][] = [];
	const ratios: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		await startTurns(`stream${round}`);
		const since = performance.now();
		const during = await playUntil(untilPaid(), site.origin, cookies);
		const ms = performance.now() - since;
		const without = await playUntil(sleep(ms), site.origin, cookies);
		for (const [what, waits] of [
			["turns", during],
			["none", without],
		] as const) {
			const [p50, p99] = [quantile(waits, 0.5).toFixed(1), quantile(waits, 0.99).toFixed(1)];
			rows.push([what, String(waits.length), p50, p99, (ms / 1000).toFixed(1)]);
		}
		ratios.push(quantile(during, 0.99) / quantile(without, 0.99));
	}
	console.log(`${TURNS_AT_ONCE} turns of ${CHATTERS} chatters, ${PLAYERS} players`);
	printTable(["during", "plays", "p50 ms", "p99 ms", "s"], rows);
	const paid = database
		.prepare("select count(*) as count from point_entries where reason = 'stream-watch:Twitch'")
		.get() as { count: number };
	const reached = [
		verdict("p99 relative to no turns, median of the rounds", median(ratios), { most: MAX_RATIO }),
		verdict("entries that are missing", USERS * TURNS_AT_ONCE * ROUNDS - paid.count, { most: 0, least: 0 }),
	];
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	database.close();
	await site.close();
}
