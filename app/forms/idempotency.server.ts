import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "./domain-error";
import { findIdempotencyKey, insertIdempotencyKey } from "./idempotency.queries.server";

/** The message of an error that rolls back the act of a repeated request. */
const REPEATED = "the idempotency key was used before";

interface Request {
	userId: string;
	/** A UUID that is generated when the form is rendered. */
	idempotencyKey: string;
	/** The name of the use case, such as `plinko.play`. */
	action: string;
	/** The input of the use case; compared as JSON. */
	input: unknown;
}

/** Whether this user has already used the key in a committed request, with any action or input. */
export async function hasActed(db: Db, userId: string, idempotencyKey: string): Promise<boolean> {
	return (await findIdempotencyKey(db, userId, idempotencyKey)) !== undefined;
}

/**
 * Runs `act` and stores its answer in one transaction, once per user and idempotency key. A repeated request stores nothing and
 * returns the first answer; keys are kept for 30 days. If `act` throws, nothing is stored, and the same form can be sent again.
 *
 * The key is looked up only when `act` fails or its answer cannot be stored. A lookup before each act would conflict, on
 * PostgreSQL, with the acts of other users that insert a key on the same page of the index.
 * @param act runs in `transact`, also for a repeated request; must return a JSON value.
 * @throws {DomainError} `idempotencyKeyReused` if the user used the key with another action or input.
 */
export async function withIdempotencyKey<Answer>(
	db: Db,
	{ userId, idempotencyKey, action, input }: Request,
	now: Date,
	act: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
	const inputJson = JSON.stringify(input);
	const findFirst = (from: Db | Trx) => findIdempotencyKey(from, userId, idempotencyKey);
	try {
		return await transact(db, async (trx) => {
			const answer = await act(trx).catch(async (error: unknown) => {
				if (error instanceof DomainError && (await findFirst(trx))) throw new Error(REPEATED);
				throw error;
			});
			const isNew = await insertIdempotencyKey(trx, {
				user_id: userId,
				id: idempotencyKey,
				action,
				input: inputJson,
				answer: JSON.stringify(answer),
				created_at: now.toISOString(),
			});
			if (!isNew) throw new Error(REPEATED);
			return answer;
		});
	} catch (error) {
		// Also after a database error: PostgreSQL runs no further statement in the transaction of such an error.
		const first = error instanceof DomainError ? undefined : await findFirst(db).catch(() => undefined);
		if (!first) throw error;
		if (first.action !== action || first.input !== inputJson) throw new DomainError("idempotencyKeyReused");
		return JSON.parse(first.answer) as Answer;
	}
}
