import { expect, it } from "vitest";
import { findBalances, updateBalance, updateBalances } from "~/points/ledger/ledger.queries.server";
import { userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 10, bruno: 9, carla: 10 } });
const [ana, bruno, carla] = ["ana", "bruno", "carla"].map(userId) as [string, string, string];

it("updates of balances leave out users with fewer points than needed, whoever has checked them before", async () => {
	await test.db.transaction().execute(async (trx) => {
		const needing = (userId: string) => ({ userId, delta: -5, needed: 10 });
		expect(await updateBalances(trx, [ana, bruno, "nobody"].map(needing))).toEqual(new Map([[ana, 5]]));
		expect(await updateBalance(trx, bruno, -5, 10)).toBeUndefined();
		expect(await updateBalance(trx, carla, -5, 10)).toBe(5);
	});
	expect(await findBalances(test.db, [ana, bruno, carla])).toEqual(
		new Map([
			[ana, 5],
			[bruno, 9],
			[carla, 5],
		]),
	);
});
