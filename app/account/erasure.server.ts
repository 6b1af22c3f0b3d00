import { randomUUID } from "node:crypto";
import type { Trx } from "db/database";
import { transact } from "db/transact";
import type { Site } from "~/lib/site";
import {
	deletePersonalRows,
	findEventsOfAccount,
	findEventsOfUser,
	forgetAdmin,
	forgetImportedLines,
	forgetPlatformAccount,
	forgetPlatformAccounts,
	removeIdentity,
} from "./erasure.queries.server";

/** Identifies an event of a platform: `key` is unique per person. */
export interface EventIdentity {
	platform: string;
	person_id: string;
	key: string;
}

type Erasing = Pick<Site, "db"> & {
	/** Records which events are erased, without data about the person. */
	remember(trx: Trx, events: readonly EventIdentity[]): Promise<void>;
};

/**
 * Erases a person's identity, as the privacy text promises: name, e-mail, identifier, roles, sessions, answers, limits,
 * public page and accounts on platforms. Ledger and game records stay, without a name. A later sign-in creates a new
 * account. Writes one transaction; an unknown id changes nothing.
 */
export const eraseUser = ({ db, remember }: Erasing, userId: string): Promise<void> =>
	transact(db, async (trx) => {
		await forgetAdmin(trx, userId);
		await forgetImportedLines(trx, userId);
		await removeIdentity(trx, userId, `erased:${randomUUID()}`);
		await remember(trx, await findEventsOfUser(trx, userId));
		await forgetPlatformAccounts(trx, userId);
		await deletePersonalRows(trx, userId);
	});

/**
 * Erases what is stored about an account on a platform that belongs to no user. Writes one transaction.
 * @returns the number of deleted rows.
 */
export const eraseAccount = (
	{ db, remember }: Erasing,
	platform: string,
	personId: string,
): Promise<number> =>
	transact(db, async (trx) => {
		await remember(trx, await findEventsOfAccount(trx, platform, personId));
		return forgetPlatformAccount(trx, platform, personId);
	});
