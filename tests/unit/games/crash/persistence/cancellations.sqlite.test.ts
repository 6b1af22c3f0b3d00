import { expect, it } from "vitest";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { cancelSolo, placeSolo } from "~/games/crash/persistence/solo-rounds.server";
import { addUser, fakeClock, seededRandomHex } from "../../../../support/database";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { plansOf } from "../../../../support/query-plans";

const test = databaseForEachTest();

it("cancellations are counted through the index of the ledger", async () => {
	const ana = await addUser(test.db, "ana");
	const tools = {
		...{ now: fakeClock().now, randomHex: seededRandomHex("plan"), draw: () => SOLO_DRAWS.table },
		...{ config: { SITE_TIMEZONE: "Europe/Lisbon" }, timing: { waiting: 20_000, crashed: 5000 } },
	};
	const request = { userId: ana, idempotencyKey: "request", stake: 10, target: null };
	const { id } = await placeSolo({ ...tools, db: test.db }, request, 0);
	const plans = await plansOf(test, (db) => cancelSolo({ ...tools, db }, ana, id, 0));
	const counts = plans.filter(({ statement }) => statement.includes('from "point_entries"'));
	expect(counts.length).toBeGreaterThan(1);
	for (const { plan } of counts) {
		expect(plan).toMatch(
			/^SEARCH point_entries USING INDEX point_entries_of_user \(user_id=\? AND id[<>]\?\)$/,
		);
	}
});
