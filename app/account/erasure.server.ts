import { randomUUID } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import { deleteWhatIsTheirsAlone, replaceIdentity } from "./erasure.queries.server";

/**
 * Erases who a person is, as the privacy text promises: name, e-mail, identifier, roles, sessions, answers,
 * limits and page. The numbers of ledger and games stay, of nobody. Who signs in again begins anew.
 * @returns what the account is called from now on.
 */
export async function eraseUser(db: Db, userId: string, newId: () => string = randomUUID): Promise<string> {
	const id = newId();
	const username = `erased-${id.slice(0, 8)}`;
	await transact(db, async (trx) => {
		await replaceIdentity(trx, userId, { subject: `erased:${id}`, username });
		await deleteWhatIsTheirsAlone(trx, userId);
	});
	return username;
}
