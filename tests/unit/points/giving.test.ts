import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { adjustPoints, givePoints, givePointsToMany } from "~/points/users/giving.server";
import { adjustmentSchema, givingSchema, signedAmount } from "~/points/users/user-points.schema";
import { readUserTable } from "~/points/users/user-table.server";
import { MAX_NAMES } from "~/points/users/users";
import { fakeClock, postPoints, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows, rowsOf } from "../../support/rows-of";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 20, carla: 0, boss: 7 } });
const [ana, admin] = [userId("ana"), userId("boss")];
const announceBalance = vi.fn();
const tools = () => ({
	...{ db: test.db, now: fakeClock().now, announceBalance, announceNotices: () => {} },
	config: { SITE_TIMEZONE: "Europe/Lisbon", ADMIN_SUBJECTS: [] },
});

beforeEach(() => {
	announceBalance.mockClear();
});
afterEach(() => expectInvariants(test.db, ...ledgerInvariants));

const give = (amount: number, change: Partial<Parameters<typeof givePoints>[2]> = {}) =>
	givePoints(tools(), admin, {
		...{ idempotencyKey: crypto.randomUUID(), userId: ana, amount, note: "Quiz", ...change },
	});
const giveMany = (names: string, amount: number) =>
	givePointsToMany(
		tools(),
		{ id: admin, isAdmin: true },
		{ idempotencyKey: crypto.randomUUID(), names, amount, note: "" },
	);
const adjust = (points: number, change: Partial<Parameters<typeof adjustPoints>[2]> = {}) =>
	adjustPoints(tools(), admin, {
		...{ idempotencyKey: crypto.randomUUID(), userId: ana, shown: 1000, points, ...change },
	});
const entries = () => rowsOf(test.db, "point_entries", { reason: "admin-adjustment" });

describe("points that an admin gives or takes", () => {
	it.each([500, -1000])("change the balance by %d, and the viewer reads the reason", async (delta) => {
		const { entryId } = await give(delta);
		const [entry] = await entries();
		const reference = entry?.reference ?? "";
		expect(entry).toMatchObject({ id: entryId, delta, balance_after: 1000 + delta, actor: admin });
		expect(await rowsOf(test.db, "point_notes")).toEqual([{ reference, user_id: ana, note: "Quiz" }]);
		const [notice] = await rowsOf(test.db, "notifications");
		expect(JSON.parse(notice?.data ?? "")).toEqual({ delta, balance: 1000 + delta, note: "Quiz" });
		const [change] = await rowsOf(test.db, "admin_changes");
		expect([change?.action, change?.subject, change?.after]).toEqual([
			...["points.give", ana, JSON.stringify({ points: 1000 + delta })],
		]);
		expect(announceBalance.mock.calls).toEqual([[ana]]);
		await eraseUser({ db: test.db, remember: async () => {} }, ana);
		for (const table of ["point_notes", "notifications", "admin_changes"] as const)
			expect(JSON.stringify(await rowsOf(test.db, table)), table).not.toContain("Quiz");
	});

	it("never make a balance negative or too large", async () => {
		await expectRefusal(give(-1001), "givingTooFew", { points: 1000 });
		await expectRefusal(give(1_000_000_000_000), "givingTooMany");
		await expectRefusal(give(5, { userId: "nobody" }), "userGone");
		expect(await entries()).toEqual([]);
	});

	it("go to each usable name of a list once, and the other names come back with the cause", async () => {
		await changeRows(test.db, "users", { id: userId("boss") }, { twitch_username: "carla" });
		const list = " @Ana, nobody;bruno\tANA\r\n\r\ncarla,,";
		expect(await giveMany(list, -25)).toEqual({
			given: ["ana"],
			refused: [
				{ name: "nobody", fault: "unknown" },
				{ name: "bruno", fault: "tooFew", points: 20 },
				{ name: "carla", fault: "ambiguous" },
			],
		});
		expect(await entries()).toMatchObject([{ user_id: ana, delta: -25 }]);
		expect(await rowsOf(test.db, "point_notes")).toEqual([]);
		await expectRefusal(giveMany(" ,\n@", 5), "givingNobody");
		const many = Array.from({ length: MAX_NAMES + 1 }, (_, n) => `u${n}`).join();
		await expectRefusal(giveMany(many, 5), "givingTooLong");
	});
});

describe("a balance that an admin sets", () => {
	it("is posted as the difference, which the table shows, and not if it stays the same", async () => {
		expect(await adjust(1000)).toEqual({ entryId: undefined });
		const { entryId } = await adjust(0);
		expect(await entries()).toMatchObject([{ id: entryId, user_id: ana, delta: -1000, actor: admin }]);
		expect(await rowsOf(test.db, "admin_changes")).toMatchObject([{ action: "points.adjust" }]);
		const table = await readUserTable(test.db, new URLSearchParams({ changed: String(entryId) }));
		expect(table.adjustment).toEqual({ userId: ana, username: "ana", before: 1000, after: 0, note: null });
	});

	it("is refused if it has changed since it was displayed", async () => {
		await expectRefusal(adjust(1500, { userId: "nobody" }), "userGone");
		await postPoints(test.db, { userId: ana, delta: -40 });
		await expectRefusal(adjust(1500), "balanceChanged", { shown: 1000, points: 960 });
		expect(await entries()).toEqual([]);
		expect(announceBalance).not.toHaveBeenCalled();
	});

	it("by a form that is sent again is set once, and the viewer's tabs get the current balance", async () => {
		const idempotencyKey = crypto.randomUUID();
		const first = await adjust(1500, { idempotencyKey });
		await postPoints(test.db, { userId: ana, delta: -500 });
		expect(await adjust(1500, { idempotencyKey })).toEqual(first);
		expect(await entries()).toHaveLength(1);
		expect(announceBalance.mock.calls).toEqual([[ana], [ana]]);
	});
});

it.each([
	["500", "give", 500],
	[" +1 500 ", "give", 1500],
	["20", "take", -20],
	["0", "give", undefined],
	["-5", "give", undefined],
	["1.5", "take", undefined],
])("the form reads %j and the button %s as %j", (amount, direction, signed) => {
	const form = { idempotencyKey: crypto.randomUUID(), names: "ana", amount, direction };
	const { data, error } = givingSchema.safeParse(form);
	expect(data && signedAmount(data)).toBe(signed);
	expect(error?.issues[0]?.message).toBe(signed === undefined ? "givingInvalid" : undefined);
});

it("the form of a balance reads whole points only", () => {
	const fields = { intent: "set", idempotencyKey: crypto.randomUUID(), userId: ana, shown: 1000 };
	const parse = (points: unknown) => adjustmentSchema.safeParse({ ...fields, points });
	const right = { "0": 0, " 1 500 ": 1500, "10\u00A0000": 10_000, "007": 7, "1000000000000": 1e12 };
	for (const [text, points] of Object.entries(right)) expect(parse(text).data).toMatchObject({ points });
	const wrong = ["10.000", "10,000", "1e4", "0x10", "-1", "+1", "1.5", "NaN", "٣", "", " ", "9".repeat(400)];
	for (const text of [...wrong, "1000000000001", 10, undefined])
		expect(parse(text).error?.issues[0]?.message, String(text)).toBe("pointsInvalid");
});
