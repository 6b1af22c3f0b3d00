import { AsyncResource } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import type { Db, Trx } from "../database";
import { type RunDirectly, runCompiled, withDirectQueries } from "../prepared";

interface Waiting {
	act: (trx: Trx) => Promise<unknown>;
	resolve: (answer: unknown) => void;
	reject: (reason: unknown) => void;
}

/** Limits how long a read waits for the single connection. */
const MAX_PER_COMMIT = 32;

const [BEGIN, END, UNDO] = ["savepoint act", "release savepoint act", "rollback to savepoint act"].map(
	(text) => CompiledQuery.raw(text),
) as [CompiledQuery, CompiledQuery, CompiledQuery];

const queues = new WeakMap<Db, Waiting[]>();

/**
 * `transact` on a single connection: acts that wait at the same time run one after the other, each in a savepoint, and
 * share one commit, because the sync to the disk is the main cost of a transaction.
 */
export function transactInTurn<Answer>(
	db: Db,
	act: (trx: Trx) => Promise<Answer>,
	runDirectly?: RunDirectly,
): Promise<Answer> {
	return new Promise<Answer>((resolve, reject) => {
		const waiting = {
			// The queue is drained in the context of the first request; each act keeps its own request context.
			act: AsyncResource.bind(act) as Waiting["act"],
			resolve: resolve as Waiting["resolve"],
			reject,
		};
		const queue = queues.get(db);
		if (queue) queue.push(waiting);
		else {
			const fresh = [waiting];
			queues.set(db, fresh);
			void drain(db, fresh, runDirectly);
		}
	});
}

async function drain(db: Db, queue: Waiting[], runDirectly: RunDirectly | undefined): Promise<void> {
	// Calls of the same event loop iteration join the first commit.
	await nextTurn();
	while (queue.length > 0) await commitTogether(db, queue.splice(0, MAX_PER_COMMIT), runDirectly);
	queues.delete(db);
}

async function commitTogether(db: Db, acts: Waiting[], runDirectly: RunDirectly | undefined): Promise<void> {
	let cause: unknown;
	try {
		const attemptAll = async (trx: Trx) => {
			const settled: (() => void)[] = [];
			for (const waiting of acts) {
				settled.push(
					await attempt(trx, waiting, (error) => {
						cause = error;
					}),
				);
			}
			return settled;
		};
		const settlements = await db
			.transaction()
			.execute((trx) => withDirectQueries(trx, runDirectly, () => attemptAll(trx)));
		for (const settle of settlements) settle();
	} catch (error) {
		// The whole transaction failed, and with it every act.
		for (const { reject } of acts) reject(cause ?? error);
	}
}

/**
 * @param onBroken called with the error that ended the whole transaction, such as a full disk. The error thrown after
 * it only says that the savepoint is gone.
 * @returns a function that settles the caller's promise; it must be called after the commit.
 */
async function attempt(
	trx: Trx,
	{ act, resolve, reject }: Waiting,
	onBroken: (error: unknown) => void,
): Promise<() => void> {
	await runCompiled(trx, BEGIN);
	try {
		const answer = await act(trx);
		await runCompiled(trx, END);
		return () => resolve(answer);
	} catch (error) {
		try {
			await runCompiled(trx, UNDO);
			await runCompiled(trx, END);
		} catch (failure) {
			onBroken(error);
			throw failure;
		}
		return () => reject(error);
	}
}
