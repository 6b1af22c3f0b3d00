import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance, updateBalance, updateBalances } from "~/points/ledger/ledger.queries.server";
import { openAccount, type Posting, post, postAll, postMany } from "~/points/ledger/ledger.server";
import { addUser, addUserRow, postPoints, userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { isOnPostgres } from "../../support/postgres/engine";
import { rowsOf } from "../../support/rows-of";
import { VIOLATED } from "../../support/unguarded";

const test = databaseForEachTest({ durable: true, users: { ana: 1000 } });
const ana = userId("ana");
const at = new Date("2026-03-04T12:00:00.000Z");

const entries = () => rowsOf(test.db, "point_entries");

const postOne = (change: Partial<Posting>) =>
	postPoints(test.db, {
		...{ userId: ana, delta: 10, reason: "test-payout", reference: "one", actor: "system", at },
		...change,
	});

describe("posting", () => {
	it("writes an entry with the new balance and returns that balance", async () => {
		const spend = { delta: -250, reason: "test-stake", reference: "r1", actor: ana } as const;
		expect(await postOne(spend)).toBe(750);
		const stored = { user_id: ana, ...spend, balance_after: 750, created_at: at.toISOString() };
		expect((await entries()).at(-1)).toMatchObject(stored);
		expect(await findBalance(test.db, ana)).toBe(750);
	});

	it("can spend the last point and rejects one more", async () => {
		expect(await postOne({ delta: -1000 })).toBe(0);
		await expectRefusal(postOne({ delta: -1, reference: "two" }), "insufficientPoints");
		expect(await findBalance(test.db, ana)).toBe(0);
		expect(await entries()).toHaveLength(2);
	});

	it("is rolled back when the same transaction fails later", async () => {
		const spend = test.db.transaction().execute(async (trx) => {
			await post(trx, { userId: ana, delta: -100, reason: "test-stake", reference: "r", actor: ana, at });
			throw new Error("no such round");
		});
		await expect(spend).rejects.toThrow("no such round");
		expect([await findBalance(test.db, ana), (await entries()).length]).toEqual([1000, 1]);
	});
});

describe("posting for many users", () => {
	const of = (userId: string, delta: number, reference: string = crypto.randomUUID()): Posting => ({
		userId,
		delta,
		reason: "test-payout",
		reference,
		actor: "system",
		at,
	});
	const many = (...postings: Posting[]) => test.db.transaction().execute((trx) => postMany(trx, postings));
	const balancesOf = (...ids: string[]) => Promise.all(ids.map((id) => findBalance(test.db, id)));
	let bruno: string;
	beforeEach(async () => {
		bruno = await addUser(test.db, "bruno", 5);
	});

	it("chains the entries of each user in order and returns the balances", async () => {
		const carla = await addUser(test.db, "carla", 9);
		const answer = await many(of(ana, -1000), of(bruno, 1), of(ana, 300), of(ana, -300), of(bruno, -6));
		expect([...answer]).toEqual(
			expect.arrayContaining([
				[ana, 0],
				[bruno, 0],
			]),
		);
		const written = (await entries()).slice(3);
		expect(written.map(({ user_id, delta, balance_after }) => [user_id, delta, balance_after])).toEqual([
			[ana, -1000, 0],
			[bruno, 1, 6],
			[ana, 300, 300],
			[ana, -300, 0],
			[bruno, -6, 0],
		]);
		expect(await balancesOf(ana, bruno, carla)).toEqual([0, 0, 9]);
		await expectInvariants(test.db, ...ledgerInvariants);
	});

	it.each([
		["falls below 0", () => [of(ana, 10), of(bruno, -6)]],
		["temporarily falls below 0", () => [of(bruno, -6), of(ana, 10), of(bruno, 100)]],
		["does not exist", () => [of(ana, 10), of("nobody", 1)]],
	])("posts nothing when a balance %s, even if the error is caught", async (_why, postings) => {
		await test.db.transaction().execute(async (trx) => {
			await expectRefusal(postMany(trx, postings()), "insufficientPoints");
		});
		expect(await balancesOf(ana, bruno)).toEqual([1000, 5]);
		expect(await entries()).toHaveLength(2);
	});

	it("rejects a duplicate reason and reference, alone or among others, and rolls all balances back", async () => {
		await postOne({ delta: 10 });
		await expect(postOne({ delta: 10 })).rejects.toThrow(VIOLATED.unique);
		await expect(many(of(ana, 1, "two"), of(bruno, 1, "two"))).rejects.toThrow(VIOLATED.unique);
		expect(await balancesOf(ana, bruno)).toEqual([1010, 5]);
	});

	it.each([0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("rejects %d points", async (delta) => {
		await expect(postOne({ delta })).rejects.toThrow(RangeError);
		await expect(many(of(ana, 1), of(bruno, delta))).rejects.toThrow(RangeError);
		expect(await entries()).toHaveLength(2);
	});

	it("updates no balance with fewer points than needed, even if it was checked before", async () => {
		await test.db.transaction().execute(async (trx) => {
			const needing = (userId: string) => ({ userId, delta: -5, needed: 10 });
			expect(await updateBalances(trx, [ana, bruno, "nobody"].map(needing))).toEqual(new Map([[ana, 995]]));
			expect(await updateBalance(trx, bruno, -5, 10)).toBeUndefined();
			expect(await updateBalance(trx, ana, -5, 10)).toBe(990);
		});
		expect(await balancesOf(ana, bruno)).toEqual([990, 5]);
	});

	it("is required for several users: postAll rejects them", async () => {
		const both = test.db.transaction().execute((trx) => postAll(trx, [of(ana, 1), of(bruno, 1)]));
		await expect(both).rejects.toThrow(RangeError);
		expect(await entries()).toHaveLength(2);
	});

	it("works for more users than one statement can hold and for large numbers", async () => {
		const ids = Array.from({ length: 1100 }, (_, n) => `many-${n}`);
		await test.db.transaction().execute(async (trx) => {
			for (const id of ids) {
				await addUserRow(trx, id);
				await openAccount(trx, id, 0, at);
			}
		});
		const postings = ids.map((id, n) => of(id, n % 2 ? n : 1_000_000_000_000 - n));
		const answer = await many(...postings);
		expect(await many()).toEqual(new Map());
		expect(answer).toEqual(new Map(postings.map(({ userId, delta }) => [userId, delta])));
		expect(await balancesOf(...ids)).toEqual(postings.map(({ delta }) => delta));
		expect((await entries()).slice(-1100).map(({ balance_after }) => balance_after)).toEqual(
			postings.map(({ delta }) => delta),
		);
	});
});

describe("a new account", () => {
	it("receives the starting points as one registration entry", async () => {
		expect(await entries()).toMatchObject([
			{ delta: 1000, balance_after: 1000, reason: "registration", reference: ana, actor: "system" },
		]);
	});

	it("has no entry without starting points", async () => {
		const bruno = await addUser(test.db, "bruno", 0);
		expect(await findBalance(test.db, bruno)).toBe(0);
		expect(await entries()).toHaveLength(1);
	});

	it("is opened once", async () => {
		const again = test.db.transaction().execute((trx) => openAccount(trx, ana, 1000, at));
		await expect(again).rejects.toThrow(VIOLATED.unique);
		expect(await findBalance(test.db, ana)).toBe(1000);
	});
});

describe("the database", () => {
	const COLUMNS = "user_id, delta, balance_after, reason, reference, actor, created_at";
	/** SQLite's own ways. */
	const REPLACEMENTS = [
		[
			"insert or replace",
			`insert or replace into point_entries (id, ${COLUMNS})
			select id, user_id, 9999, 9999, reason, reference, actor, created_at from point_entries`,
		],
		[
			"replace by reason and reference",
			`replace into point_entries (${COLUMNS})
			select user_id, 9999, 9999, reason, reference, actor, created_at from point_entries`,
		],
	];

	it.each([
		["update", "update point_entries set delta = 5"],
		["delete", "delete from point_entries"],
		...(isOnPostgres ? [["truncate", "truncate point_entries"]] : REPLACEMENTS),
		[
			"upsert",
			`insert into point_entries (${COLUMNS})
			select user_id, 1, 1, reason, reference, actor, created_at from point_entries where true
			on conflict (reason, reference) do update set delta = 9999`,
		],
	])("rejects a change of entries by %s", async (_way, statement) => {
		const before = await entries();
		await expect(sql.raw(statement).execute(test.db)).rejects.toThrow("point_entries is append-only");
		expect(await entries()).toEqual(before);
	});

	it("rejects a negative balance from any writer", async () => {
		await expect(sql`update user_points set points = -1`.execute(test.db)).rejects.toThrow(VIOLATED.check);
	});

	it("rejects an entry of a user without an account", async () => {
		await expect(
			sql`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
				values ('nobody', 1, 1, 'test-payout', 'x', 'system', '2026')`.execute(test.db),
		).rejects.toThrow(VIOLATED.foreignKey);
	});
});
