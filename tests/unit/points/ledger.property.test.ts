import fc from "fast-check";
import { expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { post } from "~/points/ledger/ledger.server";
import { addUser, openTestDatabase } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { isOnPostgres } from "../../support/postgres/engine";
import { rowsOf } from "../../support/rows-of";
import { propertySeed, sized } from "../../support/test-size";

const USERS = 6;
const START = 1000;

interface Operation {
	user: number;
	/** A repeated key is one of few. */
	key: number;
	delta: number;
}

type Outcome = number | "insufficientPoints" | "idempotencyKeyReused";

/** Predicts the outcome of each operation, one at a time. */
function createModel() {
	const balances = Array<number>(USERS).fill(START);
	const known = new Map<string, { delta: number; outcome: number }>();
	const apply = ({ user, key, delta }: Operation): Outcome => {
		const first = known.get(`${user} ${key}`);
		if (first) return first.delta === delta ? first.outcome : "idempotencyKeyReused";
		const outcome = (balances[user] ?? 0) + delta;
		if (outcome < 0) return "insufficientPoints";
		balances[user] = outcome;
		known.set(`${user} ${key}`, { delta, outcome });
		return outcome;
	};
	return { balances, known, apply };
}

const operation = fc.record({
	user: fc.nat(USERS - 1),
	key: fc.nat(60),
	delta: fc
		.oneof(fc.constantFrom(-700, 300), fc.integer({ min: -2000, max: 300 }))
		.filter((delta) => delta !== 0),
});

it("the ledger has the outcomes of a model through operations at the same time, and keeps its invariants", async () => {
	const seen = new Set<string>();
	await fc.assert(
		fc.asyncProperty(fc.array(operation, { minLength: 400, maxLength: 400 }), async (operations) => {
			const { db, close } = await openTestDatabase({ durable: false });
			const users: string[] = [];
			while (users.length < USERS) users.push(await addUser(db, `user${users.length}`, START));
			const perform = async ({ user, key, delta }: Operation): Promise<Outcome> => {
				const userId = users[user] ?? "";
				const request = { userId, idempotencyKey: `${key}`, action: "test.points", input: { delta } };
				const at = new Date("2026-03-04T12:00:00.000Z");
				const entry = { userId, delta, reference: `${user} ${key}`, actor: userId, at };
				return withIdempotencyKey(db, request, at, (trx) =>
					post(trx, { ...entry, reason: "test-payout" }),
				).catch((error: unknown) => {
					if (error instanceof DomainError) return error.code as Outcome;
					throw error;
				});
			};
			// PostgreSQL does not keep the order of acts, so there the operations of each user follow one another.
			const last = new Map<number, Promise<unknown>>();
			const outcomes = await Promise.all(
				operations.map((one) => {
					const before = isOnPostgres ? last.get(one.user) : undefined;
					const outcome = Promise.resolve(before).then(() => perform(one));
					last.set(one.user, outcome);
					return outcome;
				}),
			);
			const model = createModel();
			expect(outcomes).toEqual(operations.map(model.apply));
			const balances = new Map((await rowsOf(db, "user_points")).map((row) => [row.user_id, row.points]));
			expect(users.map((id) => balances.get(id))).toEqual(model.balances);
			expect(await rowsOf(db, "point_entries")).toHaveLength(USERS + model.known.size);
			expect(await rowsOf(db, "idempotency_keys")).toHaveLength(model.known.size);
			await expectInvariants(db, ...ledgerInvariants);
			for (const one of outcomes) seen.add(typeof one === "number" ? "done" : one);
			await close();
		}),
		// A smaller case is not simpler, so shrinking is pointless.
		{ numRuns: sized(2, 100), seed: propertySeed(20260304), endOnFailure: true },
	);
	expect([...seen].sort()).toEqual(["done", "idempotencyKeyReused", "insufficientPoints"]);
}, 900_000);
