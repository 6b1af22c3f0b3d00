import type { Db } from "db/database";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { plinko } from "~/games/plinko/game.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { openTestDatabase } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { isOnPostgres } from "../../support/postgres/engine";
import { seededRandom } from "../../support/random";
import { propertySeed, sized } from "../../support/test-size";
import { type Model, type Operation, type Outcome, openLedger } from "./ledger-model";

const RUNS = sized(1, 20);
const BATCHES = sized(5, 25);
const BATCH = 204;
const USERS = 6;
const STAKES = [10, 20, 50, 100] as const;

/** All operations derive from one number, which fast-check prints on a failure. */
function dice(seed: number) {
	const random = seededRandom(seed);
	return (sides: number) => Math.floor(random() * sides);
}

function fresh(roll: (sides: number) => number, idempotencyKey: string): Operation {
	const user = roll(USERS);
	const kind = roll(10);
	if (kind < 3) return { user, idempotencyKey, kind: "points", delta: 1 + roll(300) };
	if (kind < 7) return { user, idempotencyKey, kind: "points", delta: -1 - roll(2000) };
	return {
		user,
		idempotencyKey,
		kind: "round",
		stake: STAKES[roll(4)] ?? 10,
		balls: 1 + roll(roll(5) ? 4 : 50),
	};
}

/** New keys, repeated keys, and repeated keys with another input. */
function* operations(seed: number): Generator<Operation[]> {
	const roll = dice(seed);
	const past: Operation[] = [];
	for (let batch = 0; batch < BATCHES; batch++) {
		const list: Operation[] = [];
		for (let i = 0; i < BATCH; i++) {
			const earlier = past[roll(past.length || 1)];
			const kind = earlier ? roll(10) : 9;
			const newOperation = fresh(roll, `request-${past.length}`);
			const next =
				earlier && kind === 0
					? earlier
					: earlier && kind === 1
						? { ...newOperation, user: earlier.user, idempotencyKey: earlier.idempotencyKey }
						: newOperation;
			past.push(next);
			list.push(next);
		}
		yield list;
	}
}

const outcomeOf = (performed: Promise<Outcome>): Promise<Outcome> =>
	performed.catch((error: unknown) => {
		if (error instanceof DomainError) return error.code as Outcome;
		throw error;
	});

/**
 * Performs operations at the same time. PostgreSQL does not keep the order of acts, so there the operations of each user
 * follow one another; no operation depends on another user.
 */
async function performAll(
	batch: readonly Operation[],
	perform: (operation: Operation) => Promise<Outcome>,
): Promise<Outcome[]> {
	if (!isOnPostgres) return Promise.all(batch.map((operation) => outcomeOf(perform(operation))));
	const last = new Map<number, Promise<unknown>>();
	return Promise.all(
		batch.map((operation) => {
			const before = last.get(operation.user) ?? Promise.resolve();
			const outcome = before.then(() => outcomeOf(perform(operation)));
			last.set(operation.user, outcome);
			return outcome;
		}),
	);
}

async function expectModel(db: Db, model: Model) {
	await expectInvariants(db, ...ledgerInvariants, ...plinko.invariants);
	const { rows } = await sql<{
		id: string;
		points: number;
		entries: number;
		requests: number;
		nonce: number;
	}>`
		select user_points.user_id as id, points, nonce,
			(select count(*) from point_entries e where e.user_id = user_points.user_id) as entries,
			(select count(*) from idempotency_keys r where r.user_id = user_points.user_id) as requests
		from user_points join player_seeds on player_seeds.user_id = user_points.user_id
		order by user_points.user_id`.execute(db);
	const predicted = model.players.map(({ id, balance, entries, results, nonce }) => ({
		id,
		points: balance,
		nonce,
		entries,
		requests: results.size,
	}));
	expect(rows, "each balance, entry count, key count and nonce matches the model").toEqual(predicted);
}

it(`keeps every ledger invariant through ${RUNS * BATCHES * BATCH} mixed operations`, async () => {
	let performed = 0;
	const seen = { done: 0, insufficientPoints: 0, idempotencyKeyReused: 0 };

	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
			const { db, close } = await openTestDatabase({ durable: false });
			try {
				const { model, perform } = await openLedger(db, seed, USERS);
				for (const batch of operations(seed)) {
					const outcomes = await performAll(batch, perform);
					const predicted = batch.map((operation) => model.apply(operation));
					expect(outcomes, "every answer matches the model").toEqual(predicted);
					await expectModel(db, model);
					performed += batch.length;
					for (const outcome of outcomes) seen[typeof outcome === "number" ? "done" : outcome] += 1;
				}
			} finally {
				await close();
			}
		}),
		// A smaller seed is not a simpler case, so shrinking is pointless.
		{ numRuns: RUNS, seed: propertySeed(20260304), endOnFailure: true },
	);

	expect(performed).toBe(RUNS * BATCHES * BATCH);
	for (const [outcome, count] of Object.entries(seen)) {
		expect(count, `enough operations end as ${outcome}`).toBeGreaterThan(performed / 50);
	}
}, 900_000);
