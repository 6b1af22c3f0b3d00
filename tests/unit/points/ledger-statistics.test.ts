import { expect, it } from "vitest";
import { post } from "~/points/ledger/ledger.server";
import { createLedgerStatistics } from "~/points/ledger/ledger-statistics.server";
import { postPoints, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");

const move = (delta: number, reason: "plinko-stake" | "plinko-payout" | "merge:A" | "merge:B") =>
	postPoints(test.db, { userId: ana, delta, reason });

it("the statistics count postings since the start by reason, with points credited and debited", async () => {
	await move(-10, "plinko-stake");
	const statistics = await createLedgerStatistics(test.db);
	expect(await statistics.read()).toEqual([]);
	await move(-10, "plinko-stake");
	await move(-5, "plinko-stake");
	await move(40, "plinko-payout");
	expect(await statistics.read()).toEqual([
		{ reason: "plinko-payout", entries: 1, credited: 40, debited: 0 },
		{ reason: "plinko-stake", entries: 2, credited: 0, debited: 15 },
	]);
	await move(-1, "plinko-stake");
	const stakes = { reason: "plinko-stake", entries: 3, credited: 0, debited: 16 };
	expect(await statistics.read()).toContainEqual(stakes);
});

it("the statistics combine all providers, count nothing twice for concurrent calls, and no rolled back posting", async () => {
	const statistics = await createLedgerStatistics(test.db);
	const undone = test.db.transaction().execute(async (trx) => {
		const spend = { delta: -3, reason: "plinko-stake", reference: "x", actor: ana, at: new Date() } as const;
		await post(trx, { userId: ana, ...spend });
		throw new Error("no");
	});
	await expect(undone).rejects.toThrow("no");
	await move(7, "merge:A");
	await move(8, "merge:B");
	const both = await Promise.all([statistics.read(), statistics.read()]);
	const merged = [{ reason: "merge", entries: 2, credited: 15, debited: 0 }];
	expect(both).toEqual([merged, merged]);
});
