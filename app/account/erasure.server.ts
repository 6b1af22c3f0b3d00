import { randomUUID } from "node:crypto";
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import {
	deletePersonalRows,
	findEventsOfAccount,
	findEventsOfUser,
	forgetAdmin,
	forgetPlatformAccount,
	forgetPlatformAccounts,
	replaceIdentity,
} from "./erasure.queries.server";

/** Identifies an event of a platform: `key` is unique per person. */
export interface EventIdentity {
	platform: string;
	person_id: string;
	key: string;
}

interface Tools {
	db: Db;
	/** Records which events are erased, without data about the person. */
	remember(trx: Trx, events: readonly EventIdentity[]): Promise<void>;
	newId?: () => string;
}

/**
 * Erases a person's identity, as the privacy text promises: name, e-mail, identifier, roles, sessions, answers, limits,
 * public page and accounts on platforms. Ledger and game records stay under a pseudonym. A later sign-in creates a new
 * account. Writes one transaction; an unknown id changes nothing.
 * @returns the account's new name, `erased-` and 8 hex digits.
 */
export async function eraseUser(
	{ db, remember, newId = randomUUID }: Tools,
	userId: string,
): Promise<string> {
	const id = newId();
	const username = `erased-${id.slice(0, 8)}`;
	await transact(db, async (trx) => {
		await forgetAdmin(trx, userId);
		await replaceIdentity(trx, userId, { subject: `erased:${id}`, username });
		await remember(trx, await findEventsOfUser(trx, userId));
		await forgetPlatformAccounts(trx, userId);
		await deletePersonalRows(trx, userId);
	});
	return username;
}

/**
 * Erases what is stored about an account on a platform that belongs to no user. Writes one transaction.
 * @returns the number of deleted rows.
 */
export const eraseAccount = (
	{ db, remember }: Omit<Tools, "newId">,
	platform: string,
	personId: string,
): Promise<number> =>
	transact(db, async (trx) => {
		await remember(trx, await findEventsOfAccount(trx, platform, personId));
		return forgetPlatformAccount(trx, platform, personId);
	});
