/**
 * Response times of plays while turns of watching with 5,000 chatters are paid, relative to those without, measured
 * alternately in one run.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "db/open";
import { SQLite } from "db/sqlite/driver";
import { pino } from "pino";
import { NO_RULES } from "~/earning/rules/rules";
import { addTurn } from "~/earning/watch/watch.server";
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

const db = openDatabase(site.databaseUrl);
const rules = { ...NO_RULES, watch: 5 };
const services = {
	...{ db, now: () => new Date(), rulesAt: () => rules, log: pino({ level: "silent" }) },
	// The jobs run in the site, which is another process.
	wakeJobs() {},
};
const watchers = Array.from({ length: CHATTERS }, (_, number) => ({
	...{ id: String(number), name: `chatter${number}` },
	...{ isActive: false, tier: null },
}));
const unpaid = database.prepare(
	"select count(*) as slices from jobs where kind = 'watch-slice' and state = 'due'",
);
const unpaidSlices = (): number => (unpaid.get() as { slices: number }).slices;

/** Stores turns and resolves when the site has begun with them. */
async function startTurns(streamId: string): Promise<void> {
	for (let turn = 1; turn <= TURNS_AT_ONCE; turn += 1)
		await addTurn(services, { platform: "twitch", streamId, turn, at: new Date() }, watchers);
	const all = unpaidSlices();
	for (let waited = 0; unpaidSlices() === all; waited += 5) {
		if (waited > STARTS_WITHIN_MS) throw new Error("the site has not begun with the turns");
		await sleep(5);
	}
}

async function untilPaid(): Promise<void> {
	while (unpaidSlices() > 0) await sleep(5);
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
	await db.destroy();
	await site.close();
}
