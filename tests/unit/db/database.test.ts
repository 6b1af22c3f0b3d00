import { migrateToLatest } from "db/migrate";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openEmptyDatabase } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { VIOLATED } from "../../support/unguarded";

const test = databaseForEachTest();

describe("migrations", () => {
	it("run once", async () => {
		expect(await migrateToLatest(test.db)).toEqual([]);
		const empty = await openEmptyDatabase();
		expect((await migrateToLatest(empty.db)).at(0)).toBe("0001-foundation");
		await empty.close();
	});

	it("refuse a database that is newer than the code", async () => {
		await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2099')`.execute(test.db);
		await expect(migrateToLatest(test.db)).rejects.toThrow("could not be migrated");
	});
});

it("a query returns a column that was added after it was first prepared", async () => {
	const readLinks = () => sql`select * from social_links`.execute(test.db);
	await sql`insert into social_links (platform, url) values ('x', 'y')`.execute(test.db);
	expect((await readLinks()).rows).toEqual([{ platform: "x", url: "y", revision: 1 }]);
	await sql`alter table social_links add column label text`.execute(test.db);
	expect((await readLinks()).rows).toEqual([{ platform: "x", url: "y", revision: 1, label: null }]);
});

it("the schema allows one active seed per player, and one round per nonce", async () => {
	const seed = (id: string) =>
		sql`insert into player_seeds (id, user_id, server_seed, server_seed_hash, client_seed, created_at)
			values (${id}, 'u', 's', 'h', 'c', '2026')`.execute(test.db);
	await sql`insert into users (id, twitch_id, twitch_username, created_at) values ('u', 'u', 'u', '2026')`.execute(
		test.db,
	);
	await seed("one");
	await expect(seed("two")).rejects.toThrow(VIOLATED.unique);
	await sql`update player_seeds set revealed_at = '2026'`.execute(test.db);
	await seed("two");
	const round = (id: string) =>
		sql`insert into instant_rounds values (${id}, 'plinko', 'u', 'two', 'c', 0, 1, 10, 1, '{}', '[]', 0, '2026')`.execute(
			test.db,
		);
	await round("one");
	await expect(round("two")).rejects.toThrow(VIOLATED.unique);
});
