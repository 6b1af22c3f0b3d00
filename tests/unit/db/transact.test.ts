import { AsyncLocalStorage } from "node:async_hooks";
import { transact } from "db/transact";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { isOnPostgres } from "../../support/postgres/engine";

const test = databaseForEachTest();

const link = (platform: string) => ({ platform, url: `https://${platform}.example` });
const add = (platform: string) =>
	transact(test.db, async (trx) => {
		await trx.insertInto("social_links").values(link(platform)).execute();
		return platform;
	});
const stored = async () => {
	const rows = await test.db.selectFrom("social_links").select("platform").orderBy("platform").execute();
	return rows.map(({ platform }) => platform);
};

it("transact resolves each call with the result of its own act", async () => {
	const names = Array.from({ length: 100 }, (_, index) => `p${String(index).padStart(3, "0")}`);
	expect(await Promise.all(names.map(add))).toEqual(names);
	expect(await stored()).toEqual(names);
});

it("transact rolls back an act that throws, and no other act of the same commit", async () => {
	const failing = transact(test.db, async (trx) => {
		await trx.insertInto("social_links").values(link("half")).execute();
		throw new Error("no");
	});
	const outcomes = await Promise.allSettled([add("a"), failing, add("b"), add("a"), add("c")]);
	const [first, failed, b, second, c] = outcomes.map(({ status }) => status);
	expect([failed, b, c]).toEqual(["rejected", "fulfilled", "fulfilled"]);
	// Only SQLite runs acts in the order of their calls.
	expect(isOnPostgres ? [first, second].sort() : [first, second]).toEqual(["fulfilled", "rejected"]);
	expect(await stored()).toEqual(["a", "b", "c"]);
});

it("each act runs in the async context of its caller", async () => {
	const context = new AsyncLocalStorage<string>();
	const contextOf = (name: string) =>
		context.run(name, () => transact(test.db, async () => context.getStore()));
	expect(await Promise.all([contextOf("one"), contextOf("two"), contextOf("three")])).toEqual([
		"one",
		"two",
		"three",
	]);
});

it("transact rejects every act if the transaction cannot begin, and works again afterwards", async () => {
	const { db, close } = await openTestDatabase({ durable: false });
	// A database that has never connected would still do so.
	await sql`select 1`.execute(db);
	await close();
	const outcomes = await Promise.allSettled([transact(db, async () => 1), transact(db, async () => 2)]);
	expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	expect(await add("still-here")).toBe("still-here");
});
