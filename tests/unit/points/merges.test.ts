import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { MAX_POINTS } from "~/points/amounts";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { mergeInvariants } from "~/points/merges/merges.audit.server";
import { mergePoints, offerMerge, readMerges, undoMerge } from "~/points/merges/merges.server";
import { addUser, fakeClock, postPoints, userId } from "../../support/database";
import { expectInvariants, expectRefusal, violatedInvariants } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";

const test = databaseForEachTest({ durable: true, users: { ana: 1000, boss: 0 } });
const ana = userId("ana");
const admin = userId("boss");
/** The provider's answers by user name; an error is thrown. */
let pointsOf: Record<string, number | DomainError>;
const announceBalance = vi.fn();
const readPoints = vi.fn(async (username: string) => {
	const answer = pointsOf[username];
	if (typeof answer === "number") return answer;
	throw answer ?? new DomainError("providerUnknownUser", { provider: "Bot", username });
});
const clock = fakeClock();

beforeEach(() => {
	pointsOf = { ana: 500 };
	announceBalance.mockClear();
	readPoints.mockClear();
});
afterEach(async () => {
	await expectInvariants(test.db, ...ledgerInvariants, ...mergeInvariants);
});

const tools = (name = "Bot") => ({
	db: test.db,
	now: clock.now,
	announceBalance,
	announceNotices: () => {},
	pointsProvider: { name, readPoints },
	config: { SITE_TIMEZONE: "Europe/Lisbon" },
});
const merge = (change: Partial<Parameters<typeof mergePoints>[2]> = {}, name?: string) =>
	mergePoints(tools(name), admin, {
		idempotencyKey: crypto.randomUUID(),
		userId: ana,
		providerPoints: 500,
		credit: 500,
		...change,
	});
const spend = (points: number) => postPoints(test.db, { userId: ana, delta: -points });
const merges = () => rowsOf(test.db, "point_merges");
const lastMerge = async () => (await readMerges(tools(), ana, "en"))[0];

/** All data that a merge could change. */
const stored = async () =>
	JSON.stringify([
		await merges(),
		await rowsOf(test.db, "point_entries"),
		await rowsOf(test.db, "user_points"),
		await rowsOf(test.db, "idempotency_keys"),
	]);

describe("a merge", () => {
	it("shows both balances, credits the displayed points and names the provider", async () => {
		const account = { provider: "Bot", username: "ana" };
		const offer = { ...account, points: 1000, providerPoints: 500, merged: 0, credit: 500 };
		expect(await offerMerge(tools(), ana)).toEqual(offer);
		expect(await merge()).toEqual({ credited: 500 });
		const entry = await rowOf(test.db, "point_entries", { reason: "merge:Bot" });
		expect(entry).toMatchObject({ delta: 500, balance_after: 1500, actor: admin });
		const credit = { provider_points: 500, credited: 500 };
		expect(await merges()).toMatchObject([{ id: entry.reference, user_id: ana, ...account, ...credit }]);
		expect(announceBalance.mock.calls).toEqual([[ana]]);
	});

	it("credits only points that were not merged before", async () => {
		await merge();
		expect(await offerMerge(tools(), ana)).toMatchObject({ merged: 500, credit: 0 });
		await expectRefusal(merge(), "mergeNothing");
		pointsOf.ana = 620;
		expect(await offerMerge(tools(), ana)).toMatchObject({ merged: 500, credit: 120 });
		await merge({ providerPoints: 620, credit: 120 });
		expect(await findBalance(test.db, ana)).toBe(1620);
		// Points spent at the provider are not subtracted here.
		pointsOf.ana = 100;
		expect(await offerMerge(tools(), ana)).toMatchObject({ merged: 620, credit: 0 });
	});

	it("includes earlier merges of the same user under another name and of the same name by another user", async () => {
		await merge();
		await changeRows(test.db, "users", { id: ana }, { twitch_username: "anita" });
		pointsOf.anita = 800;
		expect(await offerMerge(tools(), ana)).toMatchObject({ username: "anita", merged: 500, credit: 300 });
		const newOwner = await addUser(test.db, "taker", 0);
		await changeRows(test.db, "users", { id: newOwner }, { twitch_username: "ana" });
		expect(await offerMerge(tools(), newOwner)).toMatchObject({ merged: 500, credit: 0 });
		await expectRefusal(merge({ userId: newOwner }), "mergeNothing");
	});

	it("is counted separately for another provider", async () => {
		await merge();
		expect(await offerMerge(tools("Other"), ana)).toMatchObject({ merged: 0, credit: 500 });
		await merge({}, "Other");
		expect(await findBalance(test.db, ana)).toBe(2000);
	});

	it("acts once when it is confirmed again, without a request to the provider", async () => {
		const idempotencyKey = crypto.randomUUID();
		await merge({ idempotencyKey });
		pointsOf.ana = new DomainError("providerFailed", { provider: "Bot", status: 500 });
		expect(await merge({ idempotencyKey })).toEqual({ credited: 500 });
		expect(await findBalance(test.db, ana)).toBe(1500);
	});
});

describe("a merge changes nothing", () => {
	let before: string;
	beforeEach(async () => {
		before = await stored();
	});
	afterEach(async () => {
		expect(await stored()).toBe(before);
		expect(announceBalance).not.toHaveBeenCalled();
	});

	it.each([
		[{ providerPoints: 400, credit: 400 }, "mergeChanged"],
		[{ providerPoints: 500, credit: 400 }, "mergeChanged"],
		[{ providerPoints: 400, credit: 500 }, "mergeChanged"],
		[{ providerPoints: 9999, credit: 9999 }, "mergeChanged"],
		[{ userId: "nobody" }, "userGone"],
	])("when it is confirmed with %j", async (change, code) => {
		await expect(merge(change)).rejects.toMatchObject({ code });
	});

	it("when the provider fails or is not set up, and when the balance would exceed the maximum", async () => {
		const code = "providerTimeout";
		pointsOf.ana = new DomainError(code, { provider: "Bot" });
		await expectRefusal(offerMerge(tools(), ana), code);
		await expectRefusal(merge(), code);
		await expectRefusal(offerMerge({ ...tools(), pointsProvider: undefined }, ana), "mergeOff");
		pointsOf.ana = MAX_POINTS;
		await expectRefusal(merge({ providerPoints: MAX_POINTS, credit: MAX_POINTS }), "mergeTooMuch");
	});
});

describe("undoing a merge", () => {
	it("debits its points once, unless they are spent, and they can be merged again", async () => {
		await merge();
		const mergeId = (await lastMerge())?.id ?? "";
		const undo = (by = admin, userId = ana, id = mergeId) => undoMerge(tools(), by, { userId, mergeId: id });
		await spend(1200);
		const before = await stored();
		await expectRefusal(undo(), "mergeSpent", { credited: 500, points: 300 });
		expect(await stored()).toBe(before);
		const other = await addUser(test.db, "second", 0);
		await expectRefusal(undo(admin, other), "mergeGone");
		await expectRefusal(undo(admin, ana, "none"), "mergeGone");
		await spend(-200);
		announceBalance.mockClear();
		for (let time = 0; time < 2; time++) await undo();
		expect(await findBalance(test.db, ana)).toBe(0);
		expect(announceBalance).toHaveBeenCalledWith(ana);
		expect(await lastMerge()).toMatchObject({ undone: { by: "boss" } });
		await expectRefusal(undo(other), "mergeGone");
		await merge();
		expect(await findBalance(test.db, ana)).toBe(500);
		expect(await merges()).toHaveLength(2);
	});
});

it("the audit detects a merge without a credit", async () => {
	await sql`insert into point_merges (id, user_id, provider, username, provider_points, credited, actor, created_at)
		values ('m', ${ana}, 'Bot', 'ana', 5, 5, ${admin}, '2026')`.execute(test.db);
	expect(await violatedInvariants(test.db, mergeInvariants)).toEqual([
		"every merge is credited once, with what it says",
	]);
	await sql`delete from point_merges`.execute(test.db);
});
