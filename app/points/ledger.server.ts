import type { Trx } from "db/database";
import { DomainError } from "~/platform/domain-error";
import { insertBalance, insertEntries, updateBalance } from "./ledger.queries.server";

/**
 * Why a balance changed. A game adds its own; (reason, reference) is unique in the ledger. A merge and its
 * undoing name the provider, such as `merge:StreamElements`.
 */
export type Reason =
	| "registration"
	| "admin-adjustment"
	| "redeem"
	| `${string}-stake`
	| `${string}-payout`
	| `${string}-refund`
	| `merge:${string}`
	| `merge-undone:${string}`;

export interface Posting {
	userId: string;
	/** Whole points, below 0 to spend; 0 is no posting. */
	delta: number;
	reason: Reason;
	/** The id of what is paid for, such as the round. */
	reference: string;
	/** The user who caused it, or `system`. */
	actor: string;
	at: Date;
}

/** One movement. See {@link postAll}. */
export const post = (trx: Trx, posting: Posting): Promise<number> => postAll(trx, [posting]);

/**
 * Changes a balance: the only function that does. Call it in the transaction of what it pays for.
 * @param postings of one user, in their order; the points must suffice at each of them.
 * @returns the balance after the last.
 * @throws {DomainError} `insufficientPoints` when the balance would fall under 0; nothing is posted then.
 * @throws {RangeError} for a delta that is not a whole number other than 0, or for several users.
 */
export async function postAll(trx: Trx, postings: readonly [Posting, ...Posting[]]): Promise<number> {
	const { userId } = postings[0];
	let total = 0;
	let lowest = 0;
	for (const posting of postings) {
		if (!Number.isSafeInteger(posting.delta) || posting.delta === 0 || posting.userId !== userId) {
			throw new RangeError(`not a posting for ${userId}: ${posting.delta} points of ${posting.userId}`);
		}
		total += posting.delta;
		lowest = Math.min(lowest, total);
	}
	const balance = await updateBalance(trx, userId, total, -lowest);
	if (balance === undefined) throw new DomainError("insufficientPoints");
	let running = balance - total;
	await insertEntries(
		trx,
		postings.map(({ delta, reason, reference, actor, at }) => {
			running += delta;
			return {
				user_id: userId,
				delta,
				balance_after: running,
				reason,
				reference,
				actor,
				created_at: at.toISOString(),
			};
		}),
	);
	return balance;
}

/** Opens a new user's account with the starting points as its first entry. */
export async function openAccount(trx: Trx, userId: string, startingPoints: number, at: Date): Promise<void> {
	await insertBalance(trx, userId);
	if (startingPoints === 0) return;
	await post(trx, {
		userId,
		delta: startingPoints,
		reason: "registration",
		reference: userId,
		actor: "system",
		at,
	});
}
