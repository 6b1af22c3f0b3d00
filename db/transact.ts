import { sql } from "kysely";
import type { Db, Trx } from "./database";
import { sessionOf } from "./engine";
import { storageFaultOf } from "./faults";

/** What follows the commit of the act that runs. */
const followers = new WeakMap<Trx, Set<(db: Db) => void>>();

/**
 * Runs `act` in a transaction and resolves with its answer after the commit. If `act` throws, only its own changes are
 * rolled back, and the promise rejects with its error. Several acts may share a commit; if the commit fails, all of them
 * reject and nothing is stored.
 *
 * All acts are serialisable: the result is as if they ran one after the other. PostgreSQL runs them at the same time and
 * repeats one that conflicts with another, so an act must be repeatable: it changes nothing but the database, and its
 * answer is its only result. PostgreSQL does not check an act that throws: each value that such an act read was stored, but the
 * values together may not fit any such order.
 * @param act uses `trx` only, and awaits nothing but the database. With SQLite, awaiting `db` or another `transact` in it
 * never ends, because both wait for this transaction.
 * @throws {ConflictError} if it conflicted with other acts in each of 20 attempts.
 */
export async function transact<Answer>(db: Db, act: (trx: Trx) => Promise<Answer>): Promise<Answer> {
	let following = new Set<(db: Db) => void>();
	const answer = await sessionOf(db).transact((trx) => {
		following = new Set();
		followers.set(trx, following);
		return act(trx);
	});
	for (const follow of following) follow(db);
	return answer;
}

/**
 * Calls `follow` with the database after the commit of the act that uses a transaction, once even if the act asks for it several
 * times. It must not throw.
 */
export const afterCommit = (trx: Trx, follow: (db: Db) => void) => void followers.get(trx)?.add(follow);

/** Whether an error must end the act: the database has failed, or the act conflicts with another and is repeated. */
export const endsAct = (error: unknown): boolean =>
	storageFaultOf(error) !== undefined || /^40/.test(String((error as { code?: unknown } | null)?.code));

/**
 * Runs a part of an act that the rest does not need. If it throws, only its own changes are rolled back.
 * @returns the error that it has thrown, as a list.
 * @throws any error that {@link endsAct}.
 */
export async function tryPart(trx: Trx, part: () => Promise<void>): Promise<unknown[]> {
	await sql`savepoint part`.execute(trx);
	try {
		await part();
		await sql`release savepoint part`.execute(trx);
		return [];
	} catch (error) {
		if (endsAct(error)) throw error;
		await sql`rollback to savepoint part`.execute(trx);
		return [error];
	}
}
