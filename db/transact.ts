import { AsyncResource } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db, Trx } from "./database";

interface Waiting {
	act: (trx: Trx) => Promise<unknown>;
	resolve: (answer: unknown) => void;
	reject: (reason: unknown) => void;
}

/** Bounds how long a read waits for the one connection. */
const MAX_PER_COMMIT = 32;

const queues = new WeakMap<Db, Waiting[]>();

/**
 * Runs `act` as if in a transaction of its own and answers after the commit. Acts that wait at the same
 * time run one after the other, each in a savepoint, and share one commit: waiting for the disk is what
 * a transaction costs most. An act that throws takes back what it did, and nothing else.
 */
export function transact<Answer>(db: Db, act: (trx: Trx) => Promise<Answer>): Promise<Answer> {
	return new Promise<Answer>((resolve, reject) => {
		const waiting = {
			// The queue is emptied in the first asker's context; each act keeps its own request.
			act: AsyncResource.bind(act) as Waiting["act"],
			resolve: resolve as Waiting["resolve"],
			reject,
		};
		const queue = queues.get(db);
		if (queue) queue.push(waiting);
		else {
			const fresh = [waiting];
			queues.set(db, fresh);
			void empty(db, fresh);
		}
	});
}

async function empty(db: Db, queue: Waiting[]): Promise<void> {
	// Whoever asks in the same turn comes along.
	await nextTurn();
	while (queue.length > 0) await commitTogether(db, queue.splice(0, MAX_PER_COMMIT));
	queues.delete(db);
}

async function commitTogether(db: Db, acts: Waiting[]): Promise<void> {
	let cause: unknown;
	try {
		const settlements = await db.transaction().execute(async (trx) => {
			const settled: (() => void)[] = [];
			for (const waiting of acts) {
				settled.push(
					await attempt(trx, waiting, (error) => {
						cause = error;
					}),
				);
			}
			return settled;
		});
		for (const settle of settlements) settle();
	} catch (error) {
		// The commit itself failed, and with it every act.
		for (const { reject } of acts) reject(cause ?? error);
	}
}

/**
 * @param onBroken hears what broke the whole transaction, such as a full disk: all that follows is that
 * there is none to roll back any more.
 * @returns what tells the asker, once the commit is done.
 */
async function attempt(
	trx: Trx,
	{ act, resolve, reject }: Waiting,
	onBroken: (error: unknown) => void,
): Promise<() => void> {
	await sql`savepoint act`.execute(trx);
	try {
		const answer = await act(trx);
		await sql`release savepoint act`.execute(trx);
		return () => resolve(answer);
	} catch (error) {
		try {
			await sql`rollback to savepoint act`.execute(trx);
			await sql`release savepoint act`.execute(trx);
		} catch (failure) {
			onBroken(error);
			throw failure;
		}
		return () => reject(error);
	}
}
