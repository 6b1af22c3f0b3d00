import type { Trx } from "db/database";
import { DomainError } from "~/forms/domain-error";
import {
	type BalanceChange,
	findBalances,
	insertBalance,
	insertEntries,
	updateBalance,
	updateBalances,
} from "./ledger.queries.server";
import { refusePaused } from "./pauses.server";

/**
 * Why a balance changed. Each game adds its own reasons; (reason, reference) is unique in the ledger. A merge
 * and its undoing name the provider, such as `merge:StreamElements`.
 */
export type Reason =
	| "registration"
	| "admin-adjustment"
	| "redeem"
	| "hunt-prize"
	| "claim-code"
	| "daily-bonus"
	| `stream-${string}:${string}`
	| `${string}-stake`
	| `${string}-payout`
	| `${string}-refund`
	/** A program, by its name. */
	| `api:${string}`
	| `merge:${string}`
	| `merge-undone:${string}`;

export interface Posting {
	userId: string;
	/** Whole points, negative to spend; never 0. */
	delta: number;
	reason: Reason;
	/** The id of the cause, such as the round. */
	reference: string;
	/** The user who caused it, or `system`. */
	actor: string;
	at: Date;
}

/** Posts one entry and returns the balance after it. See {@link postAll}. */
export const post = (trx: Trx, posting: Posting): Promise<number> => postAll(trx, [posting]);

/**
 * Changes a user's balance and inserts the ledger entries; only this function and {@link postMany} do. Call it in the
 * transaction of what it pays for, and publish the balance after the commit.
 * @param postings of one user, in their order; the balance must suffice at each of them.
 * @returns the balance after the last.
 * @throws {DomainError} `insufficientPoints` when the balance would become negative or there is no account; nothing is
 * posted then. `paused` for points that a paused viewer spends.
 * @throws {RangeError} for a delta that is not a whole number other than 0, or for several users.
 * @throws a database error when a (reason, reference) is in the ledger already.
 */
export async function postAll(trx: Trx, postings: readonly [Posting, ...Posting[]]): Promise<number> {
	const { userId } = postings[0];
	const changes = changesOf(postings);
	const change = changes.get(userId);
	if (!change || changes.size > 1) throw new RangeError(`not postings for ${userId} alone`);
	if (postings.some(({ delta, actor }) => delta < 0 && actor === userId)) await refusePaused(trx, userId);
	const balance = await updateBalance(trx, userId, change.delta, change.needed);
	if (balance === undefined) throw new DomainError("insufficientPoints");
	await insertEntries(trx, entriesOf(postings, new Map([[userId, balance - change.delta]])));
	return balance;
}

/**
 * {@link postAll} for many users, in few statements: posts everything or nothing. The caller's transaction must roll
 * back when it throws.
 * @param postings in their order; each user's balance must suffice at each of their postings.
 * @returns each user's balance after their last posting.
 * @throws {DomainError} `insufficientPoints` when a balance would become negative; nothing is posted then.
 * @throws {RangeError} for a delta that is not a whole number other than 0.
 */
export async function postMany(trx: Trx, postings: readonly Posting[]): Promise<Map<string, number>> {
	const changes = [...changesOf(postings).values()];
	const before = await findBalances(
		trx,
		changes.map(({ userId }) => userId),
	);
	const isShort = ({ userId, needed }: BalanceChange) => (before.get(userId) ?? -1) < needed;
	if (changes.some(isShort)) throw new DomainError("insufficientPoints");
	const after = await updateBalances(trx, changes);
	// Another process may write between the two statements, so the balances of the second one count.
	for (const { userId, delta } of changes) {
		const balance = after.get(userId);
		if (balance === undefined) throw new DomainError("insufficientPoints");
		before.set(userId, balance - delta);
	}
	await insertEntries(trx, entriesOf(postings, before));
	return after;
}

/** Returns the total of the postings for each user, and the balance that they need. */
function changesOf(postings: readonly Posting[]): Map<string, BalanceChange> {
	const changes = new Map<string, BalanceChange>();
	for (const { userId, delta } of postings) {
		if (!Number.isSafeInteger(delta) || delta === 0) {
			throw new RangeError(`not a posting: ${delta} points of ${userId}`);
		}
		const known = changes.get(userId);
		const total = (known?.delta ?? 0) + delta;
		changes.set(userId, { userId, delta: total, needed: Math.max(known?.needed ?? 0, -total) });
	}
	return changes;
}

/** Returns the rows of postings, each with the balance after it. */
function entriesOf(postings: readonly Posting[], before: ReadonlyMap<string, number>) {
	const balances = new Map(before);
	return postings.map(({ userId, delta, reason, reference, actor, at }) => {
		const balance = (balances.get(userId) ?? 0) + delta;
		balances.set(userId, balance);
		return {
			user_id: userId,
			delta,
			balance_after: balance,
			reason,
			reference,
			actor,
			created_at: at.toISOString(),
		};
	});
}

/** Opens a new user's account with the starting points as its first entry. With 0 starting points there is no entry. */
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
