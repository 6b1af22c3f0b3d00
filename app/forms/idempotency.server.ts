import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "./domain-error";
import { claimIdempotencyKey, findIdempotencyKey, saveAnswer } from "./idempotency.queries.server";

/** The message of an error that ends a repeated request before its act. */
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
 * The key is stored before `act` runs, so that a repeated request does not run it: its duration would tell the next draw of a game.
 * It is not looked up before: on PostgreSQL that would conflict with the acts of other users that insert a key on the same page of
 * the index.
 * @param act runs in `transact`; must return a JSON value.
 * @throws {DomainError} `idempotencyKeyReused` if the user used the key with another action or input.
 */
export async function withIdempotencyKey<Answer>(
	db: Db,
	{ userId, idempotencyKey, action, input }: Request,
	now: Date,
	act: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
	const inputJson = JSON.stringify(input);
	const created = { action, input: inputJson, created_at: now.toISOString() };
	const row = { user_id: userId, id: idempotencyKey, ...created };
	try {
		return await transact(db, async (trx) => {
			if (!(await claimIdempotencyKey(trx, row))) throw new Error(REPEATED);
			const answer = await act(trx);
			await saveAnswer(trx, { ...row, answer: JSON.stringify(answer) });
			return answer;
		});
	} catch (error) {
		// Also after a database error: the answer to the commit of the first request may have been lost.
		const isRefusal = error instanceof DomainError;
		const first = isRefusal
			? undefined
			: await findIdempotencyKey(db, userId, idempotencyKey).catch(() => undefined);
		if (!first) throw error;
		if (first.action !== action || first.input !== inputJson) throw new DomainError("idempotencyKeyReused");
		return JSON.parse(first.answer) as Answer;
	}
}
