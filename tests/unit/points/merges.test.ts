import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { MAX_POINTS } from "~/points/amounts";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { post } from "~/points/ledger/ledger.server";
import { mergeInvariants } from "~/points/merges/merges.audit.server";
import { mergePoints, offerMerge, readMerges, undoMerge } from "~/points/merges/merges.server";
import { checkInvariants } from "../../../db/audit";
import { addUser, fakeClock, openTestDatabase, type TestDatabase } from "../../support/database";

let test: TestDatabase;
let ana: string;
let admin: string;
/** The provider's answers by user name; an error is thrown. */
let held: Record<string, number | DomainError>;
const announceBalance = vi.fn();
const readPoints = vi.fn(async (username: string) => {
	const answer = held[username];
	if (typeof answer === "number") return answer;
	throw answer ?? new DomainError("providerUnknownUser", { provider: "Bot", username });
});
const clock = fakeClock();

beforeEach(async () => {
	test = await openTestDatabase();
	ana = await addUser(test.db, "ana", 1000);
	admin = await addUser(test.db, "boss", 0);
	held = { ana: 500 };
	announceBalance.mockClear();
	readPoints.mockClear();
});
afterEach(async () => {
	for (const { name, rows } of await checkInvariants(test.db, [...ledgerInvariants, ...mergeInvariants])) {
		expect(rows, name).toEqual([]);
	}
	await test.close();
});

const tools = (name = "Bot") => ({
	db: test.db,
	now: clock.now,
	announceBalance,
	pointsProvider: { name, readPoints },
	config: { SITE_TIMEZONE: "Europe/Lisbon" },
});
const merge = (change: Partial<Parameters<typeof mergePoints>[2]> = {}, name?: string) =>
	mergePoints(tools(name), admin, {
		idempotencyKey: crypto.randomUUID(),
		userId: ana,
		held: 500,
		credit: 500,
		...change,
	});
const spend = (points: number) =>
	test.db.transaction().execute((trx) =>
		post(trx, {
			userId: ana,
			delta: -points,
			reason: "redeem",
			reference: crypto.randomUUID(),
			actor: ana,
			at: clock.now(),
		}),
	);
const merges = () => test.db.selectFrom("point_merges").selectAll().execute();
const lastMerge = async () => (await readMerges(tools(), ana, "en"))[0];

/** Everything that a merge could change. */
const stored = async () =>
	JSON.stringify([
		await merges(),
		await test.db.selectFrom("point_entries").selectAll().execute(),
		await test.db.selectFrom("user_points").selectAll().execute(),
		await test.db.selectFrom("idempotency_keys").selectAll().execute(),
	]);

describe("a merge", () => {
	it("shows both numbers, credits what was shown and names the provider", async () => {
		expect(await offerMerge(tools(), ana)).toEqual({
			provider: "Bot",
			username: "ana",
			points: 1000,
			held: 500,
			merged: 0,
			credit: 500,
		});
		expect(await merge()).toEqual({ credited: 500 });
		const entry = await test.db
			.selectFrom("point_entries")
			.selectAll()
			.where("reason", "like", "merge:%")
			.executeTakeFirstOrThrow();
		expect(entry).toMatchObject({ reason: "merge:Bot", delta: 500, balance_after: 1500, actor: admin });
		expect(await merges()).toMatchObject([
			{
				id: entry.reference,
				user_id: ana,
				provider: "Bot",
				username: "ana",
				provider_points: 500,
				credited: 500,
			},
		]);
		expect(announceBalance.mock.calls).toEqual([[ana]]);
	});

	it("credits only what was not merged before", async () => {
		await merge();
		expect(await offerMerge(tools(), ana)).toMatchObject({ merged: 500, credit: 0 });
		await expect(merge()).rejects.toMatchObject({ code: "mergeNothing" });
		held.ana = 620;
		expect(await offerMerge(tools(), ana)).toMatchObject({ merged: 500, credit: 120 });
		await merge({ held: 620, credit: 120 });
		expect(await findBalance(test.db, ana)).toBe(1620);
		// Points spent at the provider are not subtracted here.
		held.ana = 100;
		expect(await offerMerge(tools(), ana)).toMatchObject({ merged: 620, credit: 0 });
	});

	it("counts what was merged under another name of the same user, and under the same name for another", async () => {
		await merge();
		await sql`update users set twitch_username = 'anita' where id = ${ana}`.execute(test.db);
		held.anita = 800;
		expect(await offerMerge(tools(), ana)).toMatchObject({ username: "anita", merged: 500, credit: 300 });
		const taker = await addUser(test.db, "taker", 0);
		await sql`update users set twitch_username = 'ana' where id = ${taker}`.execute(test.db);
		expect(await offerMerge(tools(), taker)).toMatchObject({ merged: 500, credit: 0 });
		await expect(merge({ userId: taker })).rejects.toMatchObject({ code: "mergeNothing" });
	});

	it("of another provider is counted apart", async () => {
		await merge();
		expect(await offerMerge(tools("Other"), ana)).toMatchObject({ merged: 0, credit: 500 });
		await merge({}, "Other");
		expect(await findBalance(test.db, ana)).toBe(2000);
	});

	it("confirmed fifty times acts once", async () => {
		const idempotencyKey = crypto.randomUUID();
		const answers = await Promise.all(Array.from({ length: 50 }, () => merge({ idempotencyKey })));
		expect(new Set(answers.map(({ credited }) => credited))).toEqual(new Set([500]));
		expect(await findBalance(test.db, ana)).toBe(1500);
		held.ana = new DomainError("providerFailed", { provider: "Bot", status: 500 });
		expect(await merge({ idempotencyKey }), "a repeat does not ask").toEqual({ credited: 500 });
	});

	it("confirmed in twenty tabs at once credits once", async () => {
		const results = await Promise.allSettled(Array.from({ length: 20 }, () => merge()));
		expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		for (const result of results) {
			if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "mergeNothing" });
		}
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
		[{ held: 400, credit: 400 }, "mergeChanged"],
		[{ held: 500, credit: 400 }, "mergeChanged"],
		[{ held: 400, credit: 500 }, "mergeChanged"],
		[{ held: 9999, credit: 9999 }, "mergeChanged"],
		[{ userId: "nobody" }, "userGone"],
	])("when it is confirmed with %j", async (change, code) => {
		await expect(merge(change)).rejects.toMatchObject({ code });
	});

	it.each([
		"providerTimeout",
		"providerUnknownUser",
		"providerBusy",
		"providerFailed",
		"providerNotJson",
		"providerNoNumber",
		"providerNegative",
		"providerHuge",
	] as const)("when the provider fails: %s", async (code) => {
		held.ana = new DomainError(code, { provider: "Bot" });
		await expect(offerMerge(tools(), ana)).rejects.toMatchObject({ code });
		await expect(merge()).rejects.toMatchObject({ code });
	});

	it("when no provider is set up", async () => {
		const without = { ...tools(), pointsProvider: undefined };
		await expect(offerMerge(without, ana)).rejects.toMatchObject({ code: "mergeOff" });
	});

	it("when the balance would be too large", async () => {
		held.ana = MAX_POINTS;
		await expect(merge({ held: MAX_POINTS, credit: MAX_POINTS })).rejects.toMatchObject({
			code: "mergeTooMuch",
		});
	});
});

describe("undoing a merge", () => {
	it("takes its points back once, and they can be merged again", async () => {
		await merge();
		const mergeId = (await lastMerge())?.id ?? "";
		announceBalance.mockClear();
		const undo = () => undoMerge(tools(), admin, { userId: ana, mergeId });
		await Promise.all(Array.from({ length: 20 }, undo));
		expect(await findBalance(test.db, ana)).toBe(1000);
		expect(announceBalance).toHaveBeenCalledWith(ana);
		expect(await lastMerge()).toMatchObject({ undone: { by: "boss" } });
		await merge();
		expect(await findBalance(test.db, ana)).toBe(1500);
		expect(await merges()).toHaveLength(2);
	});

	it("is refused when the points are spent, and works when they are back", async () => {
		await merge();
		const mergeId = (await lastMerge())?.id ?? "";
		await spend(1200);
		const before = await stored();
		const undo = () => undoMerge(tools(), admin, { userId: ana, mergeId });
		await expect(undo()).rejects.toMatchObject({
			code: "mergeSpent",
			values: { credited: 500, points: 300 },
		});
		expect(await stored()).toBe(before);
		await spend(-200);
		await undo();
		expect(await findBalance(test.db, ana)).toBe(0);
	});

	it("by a second admin, or of nothing, is refused", async () => {
		await merge();
		const mergeId = (await lastMerge())?.id ?? "";
		const other = await addUser(test.db, "second", 0);
		await expect(undoMerge(tools(), admin, { userId: other, mergeId })).rejects.toMatchObject({
			code: "mergeGone",
		});
		await undoMerge(tools(), admin, { userId: ana, mergeId });
		await expect(undoMerge(tools(), other, { userId: ana, mergeId })).rejects.toMatchObject({
			code: "mergeGone",
		});
		await expect(undoMerge(tools(), admin, { userId: ana, mergeId: "none" })).rejects.toMatchObject({
			code: "mergeGone",
		});
	});
});

it("the audit finds a merge that was not credited", async () => {
	await sql`insert into point_merges (id, user_id, provider, username, provider_points, credited, actor, created_at)
		values ('m', ${ana}, 'Bot', 'ana', 5, 5, ${admin}, '2026')`.execute(test.db);
	const broken = await checkInvariants(test.db, mergeInvariants);
	expect(broken.filter(({ rows }) => rows.length > 0).map(({ name }) => name)).toEqual([
		"every merge is credited once, with what it says",
	]);
	await sql`delete from point_merges`.execute(test.db);
});
