import type { Trx } from "db/database";
import { DomainError } from "~/platform/domain-error";
import { insertBalance, insertEntry, updateBalance } from "./ledger.queries.server";

/** Why a balance changed. A game adds its own; (reason, reference) is unique in the ledger. */
export type Reason = "registration" | `${string}-stake` | `${string}-payout`;

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

/**
 * Changes a balance: the only function that does. Call it in the transaction of what it pays for.
 * @returns the balance after it.
 * @throws {DomainError} `insufficientPoints` when the balance would fall under 0.
 * @throws {RangeError} for a delta that is not a whole number other than 0.
 */
export async function post(trx: Trx, posting: Posting): Promise<number> {
	const { userId, delta, reason, reference, actor, at } = posting;
	if (!Number.isSafeInteger(delta) || delta === 0) throw new RangeError(`not a posting: ${delta} points`);
	const balance = await updateBalance(trx, userId, delta);
	if (balance === undefined) throw new DomainError("insufficientPoints");
	await insertEntry(trx, {
		user_id: userId,
		delta,
		balance_after: balance,
		reason,
		reference,
		actor,
		created_at: at.toISOString(),
	});
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
