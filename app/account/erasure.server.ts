import { randomUUID } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import {
	deletePersonalRows,
	forgetAdmin,
	forgetPlatformAccounts,
	replaceIdentity,
} from "./erasure.queries.server";

/**
 * Erases a person's identity, as the privacy text promises: name, e-mail, identifier, roles, sessions, answers, limits,
 * public page and accounts on platforms. Ledger and game records stay under a pseudonym. A later sign-in creates a new
 * account. Writes one transaction; an unknown id changes nothing.
 * @returns the account's new name, `erased-` and 8 hex digits.
 */
export async function eraseUser(db: Db, userId: string, newId: () => string = randomUUID): Promise<string> {
	const id = newId();
	const username = `erased-${id.slice(0, 8)}`;
	await transact(db, async (trx) => {
		await forgetAdmin(trx, userId);
		await replaceIdentity(trx, userId, { subject: `erased:${id}`, username });
		await forgetPlatformAccounts(trx, userId);
		await deletePersonalRows(trx, userId);
	});
	return username;
}
