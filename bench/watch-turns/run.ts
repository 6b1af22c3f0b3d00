/**
 * Response times of plays while turns of watching with 5,000 chatters are paid, relative to those without, measured
 * alternately in one run.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { SQLite } from "db/sqlite/driver";
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { startSite } from "../../tests/support/site/site";
import { fill } from "../lib/fill";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { BESIDE_HEADS, playBeside, playUntil } from "../lib/players";

const CHATTERS = sized(5000, 100);
/** Half of the chatters have an account. */
const USERS = CHATTERS / 2;
const TURNS_AT_ONCE = sized(5, 1);
const PLAYERS = 8;
const WARM_UP_MS = sized(3000, 200);
const ROUNDS = sized(3, 1);
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
	const hasBegun = () => {
		const { turns, handled } = open();
		return turns < TURNS_AT_ONCE || Boolean(handled);
	};
	for (let waited = 0; !hasBegun(); waited += 5) {
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
	await playUntil(sleep(WARM_UP_MS), site, cookies);

	const rows: string[][] = [];
	const ratios: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		await startTurns(`stream${round}`);
		const turn = await playBeside("turns", untilPaid(), site, cookies);
		rows.push(...turn.rows);
		ratios.push(turn.p99);
	}
	console.log(`${TURNS_AT_ONCE} turns of ${CHATTERS} chatters, ${PLAYERS} players`);
	printTable(BESIDE_HEADS, rows);
	const paid = database
		.prepare("select count(*) as count from point_entries where reason = 'stream-watch:Twitch'")
		.get() as { count: number };
	conclude([
		verdict("p99 relative to no turns, median of the rounds", median(ratios), { most: MAX_RATIO }),
		verdict("entries that are missing", USERS * TURNS_AT_ONCE * ROUNDS - paid.count, { most: 0, least: 0 }),
	]);
} finally {
	database.close();
	await site.close();
}
