import { expect, it } from "vitest";
import { databaseTests, modulesWithOwnSql, ON_POSTGRES } from "../../support/postgres/database-tests";

it("each module with SQL of its own has tests that run on PostgreSQL", () => {
	expect(modulesWithOwnSql(".").filter((module) => !(module in ON_POSTGRES))).toEqual([]);
	const tests = databaseTests(".");
	const missing = Object.values(ON_POSTGRES).flatMap((names) =>
		names.filter((name) => !tests.includes(`tests/unit/${name}.test.ts`)),
	);
	expect(missing).toEqual([]);
});
