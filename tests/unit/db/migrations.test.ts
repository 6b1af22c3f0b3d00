import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "db/database";
import { migrateToLatest, readSchemaState } from "db/migrate";
import { migrations } from "db/migrations";
import { Migrator, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { invariants } from "~/commands/invariants.server";
import { checkInvariants } from "../../../db/audit";
import { addUser } from "../../support/database";

let folder: string;
let db: Db;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "plateia-migrations-"));
	db = openDatabase(`file:${join(folder, "site.sqlite")}`);
});
afterEach(async () => {
	await db.destroy();
	rmSync(folder, { recursive: true });
});

const AT = "2026-03-02T00:00:00.000Z";
const names = Object.keys(migrations);

/** Rows that a site of each version may have written, by the migration that created their tables. */
const ROWS: Record<string, readonly string[]> = {
	"0001-foundation": [
		`insert into player_seeds (id, user_id, server_seed, server_seed_hash, client_seed, nonce, created_at)
			values ('seed', 'user-ana', 's', 'h', 'c', 2, '${AT}')`,
		`insert into plinko_rounds (id, user_id, seed_id, client_seed, nonce, table_version, stake, balls, slots, payout,
			created_at) values ('round', 'user-ana', 'seed', 'c', 1, 1, 100, 1, '[3]', 300, '${AT}')`,
		`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
			values ('user-ana', -100, 900, 'plinko-stake', 'round', 'user-ana', '${AT}')`,
		`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
			values ('user-ana', 300, 1200, 'plinko-payout', 'round', 'user-ana', '${AT}')`,
		"update user_points set points = 1200 where user_id = 'user-ana'",
		`insert into game_wins (id, user_id, amount, game_name, day, created_at)
			values ('win', 'user-ana', 5, 'Plinko', '2026-03-02', '${AT}')`,
		"insert into social_links (platform, url) values ('twitch', 'https://twitch.tv/ana')",
	],
	"0002-crash": [
		`insert into crash_game_state (id, is_active, updated_at) values (1, 1, '${AT}')`,
		`insert into crash_rounds (id, game, status, user_id, opened_at) values ('flight', 'solo', 'open', 'user-ana', '${AT}')`,
		`insert into crash_bets (id, round_id, user_id, amount, status, created_at)
			values ('bet', 'flight', 'user-ana', 100, 'active', '${AT}')`,
		`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
			values ('user-ana', -100, 1100, 'solo-crash-stake', 'bet', 'user-ana', '${AT}')`,
		"update user_points set points = 1100 where user_id = 'user-ana'",
	],
	"0003-store": [
		`insert into store_items (id, name, description, image, price, stock, status, has_codes, revision, created_at,
			updated_at) values ('mug', 'Mug', '', '', 300, 4, 'active', 0, 1, '${AT}', '${AT}')`,
		`insert into orders (id, user_id, item_id, item_name, item_price, quantity, total_points, status, created_at)
			values ('order', 'user-ana', 'mug', 'Mug', 300, 1, 300, 'created', '${AT}')`,
		`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
			values ('user-ana', -300, 800, 'redeem', 'order', 'user-ana', '${AT}')`,
		`insert into redeem_messages (id, order_id, body, state, created_at)
			values ('message', 'order', '{}', 'off', '${AT}')`,
		"update user_points set points = 800 where user_id = 'user-ana'",
	],
	"0004-channel": [`insert into site_settings (key, value, updated_at) values ('name', '"Praça"', '${AT}')`],
};

/** A database of a site of the given version. */
async function makeVersion(version: string): Promise<void> {
	const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
	const { error } = await migrator.migrateTo(version);
	if (error) throw error;
	await addUser(db, "ana", 1000);
	for (const name of names.slice(0, names.indexOf(version) + 1)) {
		for (const row of ROWS[name] ?? []) await sql.raw(row).execute(db);
	}
}

async function countRows(): Promise<Record<string, number>> {
	const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
		and name not like 'kysely%' and name not like 'sqlite%'`.execute(db);
	const counts: Record<string, number> = {};
	for (const { name } of rows) {
		const [counted] = (
			await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
		).rows;
		if (counted?.count) counts[name] = counted.count;
	}
	return counts;
}

describe("a database of an older version", () => {
	it.each(names)(
		"%s comes to the present one with all that it holds, and the audit finds nothing",
		async (version) => {
			await makeVersion(version);
			expect(await readSchemaState(db)).toEqual({
				version,
				pending: names.slice(names.indexOf(version) + 1),
				unknown: [],
			});
			const before = await countRows();
			expect(Object.keys(before).length).toBeGreaterThan(5);
			expect(await migrateToLatest(db)).toEqual(names.slice(names.indexOf(version) + 1));
			expect(await countRows()).toEqual(before);
			expect((await checkInvariants(db, invariants)).filter(({ rows }) => rows.length > 0)).toEqual([]);
			const { rows } = await sql`pragma integrity_check`.execute(db);
			expect(rows).toEqual([{ integrity_check: "ok" }]);
		},
	);

	it("has rows of every version here", () => {
		expect(Object.keys(ROWS)).toEqual(names);
	});
});

it("recognises a database that is newer than the code, and a new one", async () => {
	expect(await readSchemaState(db)).toEqual({ version: undefined, pending: names, unknown: [] });
	await migrateToLatest(db);
	await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(db);
	expect(await readSchemaState(db)).toEqual({
		version: "9999-future",
		pending: [],
		unknown: ["9999-future"],
	});
});
