import { sql } from "kysely";
import { expect, it } from "vitest";
import { databaseForEachTest } from "../../../support/for-each-test";

const test = databaseForEachTest();

it("the leaders of a day are read through an index", async () => {
	for (const [column, index] of [
		["amount", "game_wins_of_day"],
		["multiplier", "game_wins_of_day_highest"],
	] as const) {
		const plan = await sql<{ detail: string }>`explain query plan select id from game_wins
			where day = ${"2026-03-04"} and user_id not in (${"a"}) order by ${sql.ref(column)} desc, created_at limit 50`.execute(
			test.db,
		);
		expect(plan.rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index} `)]);
	}
});
