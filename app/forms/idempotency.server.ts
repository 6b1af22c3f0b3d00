import type { Db, Trx } from "db/database";
import { DomainError } from "./domain-error";
import { findRequestId, insertRequestId } from "./idempotency.queries.server";
import { shareCommit } from "db/transact";

interface Request {
	userId: string;
	/** Made when the form was rendered. */
	requestId: string;
	/** What is asked, such as `plinko.play`. */
	action: string;
	/** What it is asked with; compared as JSON. */
	input: unknown;
}

/** Whether a request has acted already. */
export async function hasActed(db: Db, userId: string, requestId: string): Promise<boolean> {
	return (await findRequestId(db, userId, requestId)) !== undefined;
}

/**
 * Runs `act` in one transaction, once per user and request id: a repeat gets the first answer again.
 * An `act` that throws stores nothing, so that the same form may be sent again.
 * @throws {DomainError} `requestIdReused` when the id came before with another action or input.
 */
export function actOnce<Answer>(
	db: Db,
	{ userId, requestId, action, input }: Request,
	now: Date,
	act: (trx: Trx) => Promise<Answer>,
): Promise<Answer> {
	const inputJson = JSON.stringify(input);
	return shareCommit(db, async (trx) => {
		const first = await findRequestId(trx, userId, requestId);
		if (first) {
			if (first.action !== action || first.input !== inputJson) throw new DomainError("requestIdReused");
			return JSON.parse(first.answer) as Answer;
		}
		const answer = await act(trx);
		await insertRequestId(trx, {
			user_id: userId,
			id: requestId,
			action,
			input: inputJson,
			answer: JSON.stringify(answer),
			created_at: now.toISOString(),
		});
		return answer;
	});
}
