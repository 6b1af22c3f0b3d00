import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { transact } from "../../../db/transact";
import { openTestDatabase, type TestDatabase } from "../../support/database";

let test: TestDatabase;

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
});
afterEach(() => test.close());

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

it("answers each act with its own answer", async () => {
	const names = Array.from({ length: 100 }, (_, index) => `p${String(index).padStart(3, "0")}`);
	expect(await Promise.all(names.map(add))).toEqual(names);
	expect(await stored()).toEqual(names);
});

it("takes back what an act that throws did, and nothing of its neighbours", async () => {
	const failing = transact(test.db, async (trx) => {
		await trx.insertInto("social_links").values(link("half")).execute();
		throw new Error("no");
	});
	const outcomes = await Promise.allSettled([add("a"), failing, add("b"), add("a"), add("c")]);
	expect(outcomes.map(({ status }) => status)).toEqual([
		"fulfilled",
		"rejected",
		"fulfilled",
		"rejected",
		"fulfilled",
	]);
	expect(await stored()).toEqual(["a", "b", "c"]);
});

it("shows each act what those before it did", async () => {
	const seen = Promise.all([
		add("a"),
		transact(test.db, (trx) => trx.selectFrom("social_links").selectAll().execute()),
	]);
	expect((await seen)[1]).toEqual([{ ...link("a"), revision: 1 }]);
});

it("keeps each act in the context of whoever asked", async () => {
	const context = new AsyncLocalStorage<string>();
	const ask = (name: string) => context.run(name, () => transact(test.db, async () => context.getStore()));
	expect(await Promise.all([ask("one"), ask("two"), ask("three")])).toEqual(["one", "two", "three"]);
});

it("refuses every act when the transaction itself cannot be had, and works again afterwards", async () => {
	const lost = openTestDatabase({ durable: false });
	const { db, close } = await lost;
	await close();
	const outcomes = await Promise.allSettled([transact(db, async () => 1), transact(db, async () => 2)]);
	expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	expect(await add("still-here")).toBe("still-here");
});
