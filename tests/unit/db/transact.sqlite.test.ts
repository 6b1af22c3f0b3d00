import { openDatabase } from "db/open";
import { transact } from "db/transact";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { openDatabaseWithFailingCommits } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest();

const link = (platform: string) => ({ platform, url: `https://${platform}.example` });

it("each act sees the changes of the acts before it", async () => {
	const [, seen] = await Promise.all([
		transact(test.db, (trx) => trx.insertInto("social_links").values(link("a")).execute()),
		transact(test.db, (trx) => trx.selectFrom("social_links").selectAll().execute()),
	]);
	expect(seen).toEqual([{ ...link("a"), revision: 1 }]);
});

it("transact rejects every act and stores nothing if the commit fails, and works again afterwards", async () => {
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

it("every act is reported with one attempt, also an act that fails", async () => {
	const acted = vi.fn();
	const db = openDatabase("file::memory:", { acted });
	const act = (statement: string) => transact(db, (trx) => sql.raw(statement).execute(trx));
	await act("select 1");
	await expect(act("select 1 from missing")).rejects.toThrow("missing");
	await db.destroy();
	expect(acted.mock.calls).toEqual([[1], [1]]);
});
