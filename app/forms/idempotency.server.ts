import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "./domain-error";
import { findIdempotencyKey, insertIdempotencyKey } from "./idempotency.queries.server";

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
 * Runs `act` and stores its answer in one transaction, once per user and idempotency key. A repeated request does not
 * run `act` and returns the stored answer; keys are kept for 30 days. If `act` throws, nothing is stored, and the same
 * form can be sent again.
 * @param act runs in `transact`; must return a JSON value.
 * @throws {DomainError} `idempotencyKeyReused` if the user used the key with another action or input.
 */
export function withIdempotencyKey<Answer>(
	db: Db,
	{ userId, idempotencyKey, action, input }: Request,
	now: Date,
	act: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
	const inputJson = JSON.stringify(input);
	return transact(db, async (trx) => {
		const first = await findIdempotencyKey(trx, userId, idempotencyKey);
		if (first) {
			if (first.action !== action || first.input !== inputJson) throw new DomainError("idempotencyKeyReused");
			return JSON.parse(first.answer) as Answer;
		}
		const answer = await act(trx);
		await insertIdempotencyKey(trx, {
			user_id: userId,
			id: idempotencyKey,
			action,
			input: inputJson,
			answer: JSON.stringify(answer),
			created_at: now.toISOString(),
		});
		return answer;
	});
}
