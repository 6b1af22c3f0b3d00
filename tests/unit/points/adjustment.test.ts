import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { adjustPoints } from "~/points/users/adjustment.server";
import { adjustmentSchema } from "~/points/users/user-points.schema";
import { readUserTable } from "~/points/users/user-table.server";
import { fakeClock, postPoints, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";

const test = databaseForEachTest({ durable: true, users: { ana: 1000, boss: 0 } });
const ana = userId("ana");
const admin = userId("boss");
const announceBalance = vi.fn();
const clock = fakeClock();

beforeEach(() => {
	announceBalance.mockClear();
});
afterEach(async () => {
	await expectInvariants(test.db, ...ledgerInvariants);
});

const adjust = (change: Partial<Parameters<typeof adjustPoints>[2]> = {}) =>
	adjustPoints({ db: test.db, now: clock.now, announceBalance, announceNotices: () => {} }, admin, {
		idempotencyKey: crypto.randomUUID(),
		userId: ana,
		shown: 1000,
		points: 1500,
		...change,
	});
const entries = () => rowsOf(test.db, "point_entries", { reason: "admin-adjustment" });

describe("an adjustment", () => {
	it.each([1500, 999, 0])(
		"to %d writes an entry with the difference and the admin, and notifies the viewer's tabs",
		async (points) => {
			const { entryId } = await adjust({ points });
			expect(await entries()).toMatchObject([
				{ id: entryId, user_id: ana, delta: points - 1000, balance_after: points, actor: admin },
			]);
			expect(await findBalance(test.db, ana)).toBe(points);
			expect(announceBalance.mock.calls).toEqual([[ana]]);
			const table = await readUserTable(test.db, new URLSearchParams({ changed: String(entryId) }));
			expect(table.adjustment).toEqual({
				...{ userId: ana, username: "ana", before: 1000, after: points, note: null },
			});
		},
	);

	it("to the same balance writes nothing", async () => {
		expect(await adjust({ points: 1000 })).toEqual({ entryId: undefined });
		expect(await entries()).toEqual([]);
	});

	it("of a changed balance is rejected with the current balance, and of an unknown user", async () => {
		await expectRefusal(adjust({ userId: "nobody" }), "userGone");
		await postPoints(test.db, { userId: ana, delta: -40 });
		await expectRefusal(adjust(), "balanceChanged", { shown: 1000, points: 960 });
		expect(await entries()).toEqual([]);
		expect(await findBalance(test.db, ana)).toBe(960);
		expect(announceBalance).not.toHaveBeenCalled();
	});

	it("sent again acts once, and notifies with the current balance", async () => {
		const idempotencyKey = crypto.randomUUID();
		const first = await adjust({ idempotencyKey });
		await postPoints(test.db, { userId: ana, delta: -500 });
		announceBalance.mockClear();
		expect(await adjust({ idempotencyKey })).toEqual(first);
		expect(await entries()).toHaveLength(1);
		expect(announceBalance.mock.calls).toEqual([[ana]]);
	});
});

describe("the adjustment form", () => {
	const parse = (points: unknown) =>
		adjustmentSchema.safeParse({
			...{ intent: "set", idempotencyKey: crypto.randomUUID(), userId: ana, shown: 1000, points },
		});

	it.each([
		["0", 0],
		["1", 1],
		[" 1 500 ", 1500],
		["10\u00A0000", 10_000],
		["007", 7],
		["1000000000000", 1_000_000_000_000],
	])("parses %j as %d", (points, number) => {
		expect(parse(points).data).toMatchObject({ points: number });
	});

	it.each([
		...["10.000", "10,000", "1e4", "0x10", "-1", "+1", "1.5", "NaN", "٣", "", " "],
		...["1000000000001", "9".repeat(400), 10, undefined],
	])("rejects %j", (points) => {
		expect(parse(points).error?.issues[0]?.message).toBe("pointsInvalid");
	});
});
