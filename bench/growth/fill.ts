import type { Db } from "db/database";
import { sql } from "kysely";

export interface Size {
	users: number;
	rounds: number;
	orders: number;
}

const ITEMS = 40;
const WAITING_ORDERS = 30;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** What the site keeps of the sums by hour, and of the keys of forms. */
const HOURS_MS = 31 * DAY_MS;
const KEYS_MS = DAY_MS;

/**
 * Fills a migrated database with the users, rounds and orders of a year, spread evenly up to `now`: two ledger entries of each
 * round, and its win, if it is one. Ids are spread like random ones.
 */
export async function fill(db: Db, { users, rounds, orders }: Size, now: number): Promise<void> {
	await sql`pragma foreign_keys = off`.execute(db);
	await sql`pragma synchronous = off`.execute(db);
	await sql`pragma cache_size = -500000`.execute(db);
	const start = now - YEAR_MS;
	const numbers = (from: number, to: number) =>
		sql`(with recursive n (n) as (select ${from} union all select n + 1 from n where n + 1 < ${to}) select n from n)`;
	const at = (count: number, n = sql.raw("n")) =>
		sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${start / 1000} + ${n} * ${YEAR_MS / 1000 / count}, 'unixepoch')`;
	/** A multiplication by an odd number is one to one in 32 bits. */
	const id = (kind: string, n = sql.raw("n")) =>
		sql`${kind} || printf('%08x', (${n} * 2654435761) & 4294967295)`;
	const roundOf = sql.raw("n / 2");
	const userOf = (n = sql.raw("n")) => sql`'user-' || ((${n} * 7919) % ${sql.lit(users)})`;
	const payout = (n = sql.raw("n")) => sql`1 + (${n} * 104729) % 16`;
	/** The first round within the last milliseconds. */
	const since = (ms: number) => Math.floor(rounds * (1 - ms / YEAR_MS));

	await sql`insert into users (id, twitch_id, twitch_username, email, created_at)
		select 'user-' || n, 'subject-' || n, 'viewer' || ((n * 7919) % 1000003), 'viewer' || n || '@example.com', ${at(users)}
		from ${numbers(0, users)}`.execute(db);
	await sql`insert into user_points (user_id, points)
		select 'user-' || n, 1000 + (n * 104729) % 100000 from ${numbers(0, users)}`.execute(db);
	await sql`insert into player_seeds (id, user_id, server_seed, server_seed_hash, client_seed, nonce, created_at)
		select 'seed-' || n, 'user-' || n, ${id("server-")}, ${id("hash-")}, ${id("client-")}, ${rounds}, ${at(users)}
		from ${numbers(0, users)}`.execute(db);
	await sql`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
		select 'user-' || n, 1000, 1000, 'registration', 'user-' || n, 'system', ${at(users)} from ${numbers(0, users)}`.execute(
		db,
	);
	await sql`insert into instant_rounds (id, game, user_id, seed_id, client_seed, nonce, table_version, stake, draws, input, outcome, payout, created_at)
		select ${id("round-")}, 'plinko', ${userOf()}, 'seed-' || ((n * 7919) % ${sql.lit(users)}), ${id("client-")}, n, 1, 10, 1,
			'{"stake":10,"balls":1,"risk":"medium"}', '[0.5]', ${payout()}, ${at(rounds)}
		from ${numbers(0, rounds)}`.execute(db);
	await sql`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
		select ${userOf(roundOf)}, case n % 2 when 0 then -10 else ${payout(roundOf)} end, 10000,
			case n % 2 when 0 then 'plinko-stake' else 'plinko-payout' end, ${id("round-", roundOf)}, ${userOf(roundOf)}, ${at(rounds, roundOf)}
		from ${numbers(0, 2 * rounds)}`.execute(db);
	await sql`insert into game_wins (id, user_id, amount, game_name, day, created_at, multiplier)
		select ${id("win-")}, ${userOf()}, ${payout()} - 10, 'Navalhas Plinko', substr(${at(rounds)}, 1, 10), ${at(rounds)}, ${payout()} * 10
		from ${numbers(0, rounds)} where ${payout()} > 10`.execute(db);
	await sql`insert into point_hours (source, hour, user_id, points)
		select 'plinko', substr(${at(rounds)}, 1, 13), ${userOf()}, sum(${payout()} - 10)
		from ${numbers(since(HOURS_MS), rounds)} group by 2, 3`.execute(db);
	await sql`insert into idempotency_keys (user_id, id, action, input, answer, created_at)
		select ${userOf()}, ${id("key-")}, 'plinko.play', '{}', '{}', ${at(rounds)}
		from ${numbers(since(KEYS_MS), rounds)}`.execute(db);
	await sql`insert into store_items (id, name, description, image, price, stock, status, has_codes, revision, created_at, updated_at)
		select 'item-' || n, 'Item ' || n, '', '', 10 + n, 5, 'active', 0, 1, ${at(ITEMS)}, ${at(ITEMS)} from ${numbers(0, ITEMS)}`.execute(
		db,
	);
	/** The newest ones wait for a decision. */
	const isDecided = sql.raw(`n < ${orders - WAITING_ORDERS}`);
	await sql`insert into orders (id, user_id, item_id, item_name, item_price, quantity, total_points, status, created_at, decided_at, decided_by)
		select ${id("order-")}, ${userOf()}, 'item-' || (n % ${sql.lit(ITEMS)}), 'Item ' || (n % ${sql.lit(ITEMS)}), 10, 1, 10,
			case when ${isDecided} then 'approved' else 'created' end, ${at(orders)},
			case when ${isDecided} then ${at(orders)} end, case when ${isDecided} then 'user-0' end
		from ${numbers(0, orders)}`.execute(db);
	await sql`pragma foreign_keys = on`.execute(db);
}
