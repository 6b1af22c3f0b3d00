import { type Connection, SQLite } from "db/sqlite/driver";

/** better-sqlite3 without Kysely, opened with the site's pragmas. */
export function openBare(path: string): Connection {
	const database = new SQLite(path);
	for (const pragma of [
		"journal_mode = WAL",
		"synchronous = FULL",
		"foreign_keys = ON",
		"recursive_triggers = ON",
		"busy_timeout = 5000",
	]) {
		database.pragma(pragma);
	}
	return database;
}

const UPDATE_BALANCE = `update user_points set points = points + ?
	where user_id = ? and points + ? >= 0 returning points`;
const INSERT_ENTRY = `insert into point_entries
	(user_id, delta, balance_after, reason, reference, actor, created_at) values (?, ?, ?, ?, ?, ?, ?)`;

/** The two statements of a posting. */
export function barePost(database: Connection) {
	const updateBalance = database.prepare(UPDATE_BALANCE).pluck();
	const insertEntry = database.prepare(INSERT_ENTRY);
	return (userId: string, delta: number, reason: string, reference: string, at: string): number => {
		const balance = updateBalance.get(delta, userId, delta) as number;
		insertEntry.run(userId, delta, balance, reason, reference, userId, at);
		return balance;
	};
}

/** The statements of a Plinko round without the cost of a draw: fixed slots and payouts. */
export function bareRound(database: Connection) {
	const post = barePost(database);
	const findIdempotencyKey = database.prepare(
		"select action, input, answer from idempotency_keys where user_id = ? and id = ?",
	);
	const takeNonce = database.prepare(
		`update player_seeds set nonce = nonce + 1 where user_id = ? and revealed_at is null
		returning id, server_seed, client_seed, nonce`,
	);
	const insertRound = database.prepare(
		`insert into plinko_rounds (id, user_id, seed_id, client_seed, nonce, table_version, stake, balls, slots,
			payout, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const insertWin = database.prepare(
		"insert into game_wins (id, user_id, amount, game_name, day, created_at) values (?, ?, ?, ?, ?, ?)",
	);
	const insertIdempotencyKey = database.prepare(
		"insert into idempotency_keys (user_id, id, action, input, answer, created_at) values (?, ?, ?, ?, ?, ?)",
	);
	const [stake, balls] = [10, 10];
	const slots = JSON.stringify(Array.from({ length: balls }, () => 6));
	let count = 0;

	return database.transaction((userId: string, idempotencyKey: string) => {
		const at = new Date().toISOString();
		const id = crypto.randomUUID();
		findIdempotencyKey.get(userId, idempotencyKey);
		post(userId, -stake * balls, "plinko-stake", id, at);
		const seed = takeNonce.get(userId) as { id: string; client_seed: string; nonce: number };
		count += 1;
		// About the frequency of payouts above the stake.
		const payout = count % 4 === 0 ? 150 : 60;
		insertRound.run(
			id,
			userId,
			seed.id,
			seed.client_seed,
			seed.nonce - 1,
			1,
			stake,
			balls,
			slots,
			payout,
			at,
		);
		const balance = post(userId, payout, "plinko-payout", id, at);
		if (payout > stake * balls) {
			insertWin.run(
				crypto.randomUUID(),
				userId,
				payout - stake * balls,
				"Navalhas Plinko",
				at.slice(0, 10),
				at,
			);
		}
		const answer = JSON.stringify({ id, stake, slots, payout, balance });
		insertIdempotencyKey.run(userId, idempotencyKey, "plinko.play", '{"stake":10,"balls":10}', answer, at);
	});
}
