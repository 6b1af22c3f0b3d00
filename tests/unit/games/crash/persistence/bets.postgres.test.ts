import { sessionOf, withSession } from "db/engine";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { newRound } from "~/games/crash/engine/crash";
import { createLiveBets } from "~/games/crash/persistence/live-bets.server";
import { fakeClock, seededRandomHex, userId } from "../../../../support/database";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { testSite } from "../../../../support/test-site";
import { placeIn } from "../engine/setup";

const test = databaseForEachTest({ users: { ana: 1000 } });

it("a bet is stored without a read of other bets, which would conflict with them", async () => {
	const repository = createLiveBets(
		testSite({
			...{ db: test.db, now: fakeClock().now, randomHex: seededRandomHex("bets"), length: 20 },
			config: {},
		}),
	);
	const round = newRound(await repository.open());
	const session = sessionOf(test.db);
	let locks: unknown;
	withSession(test.db, {
		...session,
		transact: (act) =>
			session.transact(async (trx) => {
				const answer = await act(trx);
				const found = await sql`
					select relation::regclass::text as name from pg_locks
					where mode = 'SIReadLock' and pid = pg_backend_pid()`.execute(trx);
				locks = found.rows;
				return answer;
			}),
	});
	await placeIn(repository, round, {
		...{ userId: userId("ana"), idempotencyKey: "request", stake: 100, target: null },
	});
	expect(locks).not.toEqual([]);
	expect(JSON.stringify(locks)).not.toContain("crash_bets");
});
