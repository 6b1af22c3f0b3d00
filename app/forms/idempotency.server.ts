import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "./domain-error";
import { findIdempotencyKey, insertIdempotencyKey } from "./idempotency.queries.server";

interface Request {
	userId: string;
	/** Made when the form was rendered. */
	idempotencyKey: string;
	/** What is asked, such as `plinko.play`. */
	action: string;
	/** What it is asked with; compared as JSON. */
	input: unknown;
}

/** Whether a request has acted already. */
export async function hasActed(db: Db, userId: string, idempotencyKey: string): Promise<boolean> {
	return (await findIdempotencyKey(db, userId, idempotencyKey)) !== undefined;
}

/**
 * Runs `act` in one transaction, once per user and request id: a repeat gets the first answer again.
 * An `act` that throws stores nothing, so that the same form may be sent again.
 * @throws {DomainError} `idempotencyKeyReused` when the id came before with another action or input.
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
