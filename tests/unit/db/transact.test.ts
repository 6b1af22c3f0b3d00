import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { transact } from "../../../db/transact";
import { openDatabaseWithFailingCommits, openTestDatabase, type TestDatabase } from "../../support/database";

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

it("resolves each call with the answer of its own act", async () => {
	const names = Array.from({ length: 100 }, (_, index) => `p${String(index).padStart(3, "0")}`);
	expect(await Promise.all(names.map(add))).toEqual(names);
	expect(await stored()).toEqual(names);
});

it("rolls back an act that throws, and no other act of the same commit", async () => {
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

it("shows each act the changes of the acts before it", async () => {
	const seen = Promise.all([
		add("a"),
		transact(test.db, (trx) => trx.selectFrom("social_links").selectAll().execute()),
	]);
	expect((await seen)[1]).toEqual([{ ...link("a"), revision: 1 }]);
});

it("runs each act in the async context of its caller", async () => {
	const context = new AsyncLocalStorage<string>();
	const ask = (name: string) => context.run(name, () => transact(test.db, async () => context.getStore()));
	expect(await Promise.all([ask("one"), ask("two"), ask("three")])).toEqual(["one", "two", "three"]);
});

it("rejects every act when the transaction cannot begin, and works again afterwards", async () => {
	const lost = openTestDatabase({ durable: false });
	const { db, close } = await lost;
	await close();
	const outcomes = await Promise.allSettled([transact(db, async () => 1), transact(db, async () => 2)]);
	expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
	expect(await add("still-here")).toBe("still-here");
});

it("rejects every act and stores nothing when the commit fails, and works again afterwards", async () => {
	const { db, failCommits, close } = await openDatabaseWithFailingCommits();
	const insert = (platform: string) =>
		transact(db, async (trx) => {
			await trx.insertInto("social_links").values(link(platform)).execute();
			return platform;
		});
	failCommits(true);
	const outcomes = await Promise.allSettled([insert("a"), insert("b")]);
	expect(outcomes).toEqual([
		{ status: "rejected", reason: expect.objectContaining({ code: "SQLITE_FULL" }) },
		{ status: "rejected", reason: expect.objectContaining({ code: "SQLITE_FULL" }) },
	]);
	expect(await db.selectFrom("social_links").selectAll().execute()).toEqual([]);
	failCommits(false);
	expect(await insert("c")).toBe("c");
	await close();
});
