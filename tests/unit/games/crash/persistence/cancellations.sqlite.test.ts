import { expect, it } from "vitest";
import { type Bet, newRound } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { createSoloBets } from "~/games/crash/persistence/solo-bets.server";
import { addUser, fakeClock, seededRandomHex } from "../../../../support/database";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { plansOf } from "../../../../support/query-plans";
import { placeIn } from "../engine/engine.setup";

const test = databaseForEachTest();

it("cancellations are counted through the index of the ledger", async () => {
	const ana = await addUser(test.db, "ana");
	const tools = {
		...{ now: fakeClock().now, randomHex: seededRandomHex("plan"), draw: () => SOLO_DRAWS.table },
		config: { SITE_TIMEZONE: "Europe/Lisbon" },
	};
	const repository = createSoloBets({ ...tools, db: test.db }, ana);
	const round = newRound((await repository.open()).id);
	const request = { userId: ana, idempotencyKey: "request", stake: 10, target: null };
	const { id } = await placeIn(repository, round, request);
	const bet: Bet = { ...request, id, status: "active", multiplier: null, payout: null };
	const plans = await plansOf(test, (db) => createSoloBets({ ...tools, db }, ana).cancel(bet));
	const counts = plans.filter(({ statement }) => statement.includes('from "point_entries"'));
	expect(counts.length).toBeGreaterThan(1);
	for (const { plan } of counts) {
		expect(plan).toMatch(
			/^SEARCH point_entries USING INDEX point_entries_of_user \(user_id=\? AND id[<>]\?\)$/,
		);
	}
});
