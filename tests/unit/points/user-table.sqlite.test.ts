import type { Db } from "db/database";
import { describe, expect, it } from "vitest";
import { findUserIdsByText } from "~/account/user-search.queries.server";
import { findUsers } from "~/points/users/user-table.queries.server";
import { databaseForEachTest } from "../../support/for-each-test";
import { plansOf } from "../../support/query-plans";

const test = databaseForEachTest();

/** SQLite's plan of the first query in `run`. */
async function planOf(run: (db: Db) => Promise<unknown>): Promise<string | undefined> {
	const [first] = await plansOf(test, run);
	return first?.plan;
}

describe("the pages are read from indexes", () => {
	const list = (sort: "points" | "name", key?: (string | number)[]) => ({
		...{ sort, descending: true },
		position: key && { direction: "after" as const, key },
		limit: 26,
	});

	it.each([
		["by points", (db: Db) => findUsers(db, "all", list("points"))],
		["by points, further on", (db: Db) => findUsers(db, "all", list("points", [5, "u1"]))],
		["by points, of many hits", (db: Db) => findUsers(db, { text: "a" }, list("points", [5, "u1"]))],
		["by name", (db: Db) => findUsers(db, "all", list("name"))],
		["by name, further on", (db: Db) => findUsers(db, "all", list("name", ["b", "u1"]))],
		["by name, of many hits", (db: Db) => findUsers(db, { text: "a" }, list("name", ["b", "u1"]))],
	])("%s, without sorting", async (_name, run) => {
		const plan = await planOf(run);
		expect(plan).not.toMatch(/TEMP B-TREE/);
		expect(plan).toMatch(/USING (COVERING )?INDEX (user_points_by_points|users_by_username)/);
	});

	it.each([
		["by points, of few hits", (db: Db) => findUsers(db, { ids: ["u1", "u2"] }, list("points"))],
		["by name, of few hits", (db: Db) => findUsers(db, { ids: ["u1", "u2"] }, list("name"))],
	])("%s, sorting only the hits", async (_name, run) => {
		const plan = await planOf(run);
		expect(plan).not.toMatch(/SCAN (users|user_points)\b/);
		expect(plan).toMatch(/SEARCH user(s|_points) USING INDEX sqlite_autoindex_user/);
	});
});

it("a search reads one index that covers it", async () => {
	const plan = await planOf((db) => findUserIdsByText(db, "a", 1001));
	expect(plan).toMatch(/^SCAN users USING COVERING INDEX users_by_email$/);
});
