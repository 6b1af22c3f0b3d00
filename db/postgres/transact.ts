import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db, Trx } from "../database";
import { DeposedError, type StatementListener } from "../engine";
import { AwayError, ConflictError, stateOf } from "./errors";

/** How many acts of a process run at the same time. */
export const MAX_ACTS = 8;
const MAX_ATTEMPTS = 20;
/** Attempts of an act that violates a unique key: the row that another act has just stored is seen at the second one. */
const MAX_UNIQUE_ATTEMPTS = 3;
/** After this many conflicts an act blocks other changes of balances until it ends. */
const MAX_CONFLICTS = 3;
const MAX_PAUSE_MS = 50;
/** How long the outcome of a commit is asked for whose answer was lost. */
const ASK_MS = 10_000;
const ASK_EVERY_MS = 200;

/** The epoch in which this process leads; acts of an earlier epoch are refused. */
export interface Fence {
	epoch?: number;
	/** Called before an act of an earlier epoch fails. */
	onDeposed?(error: Error): void;
}

/** Serialisation failure and deadlock: the act had no effect and may succeed at the next attempt. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(["40001", "40P01"]);
const UNIQUE_VIOLATION = "23505";

/**
 * Creates `transact` of a database: one SERIALIZABLE transaction per act, repeated with jitter after a conflict. At most
 * MAX_ACTS run at the same time, and a repeated act runs alone in its process, so that acts on the same rows do not
 * conflict for ever. An act that still conflicts, with acts of other processes, locks the table of balances.
 * @param fence refuses the acts of a process that no longer leads.
 * @param acted called once per act, with the number of attempts.
 */
export function createTransact(db: Db, fence: Fence = {}, acted: StatementListener["acted"] = undefined) {
	const enter = createGate(MAX_ACTS);

	return async function transact<Answer>(act: (trx: Trx) => Promise<Answer>): Promise<Answer> {
		let attempt = 1;
		try {
			for (; ; attempt++) {
				const leave = await enter(attempt === 1 ? 1 : MAX_ACTS);
				try {
					return await attemptAct(db, act, fence, attempt > MAX_CONFLICTS);
				} catch (error) {
					if (!isRepeatable(error, attempt)) throw error;
					if (attempt === MAX_ATTEMPTS) throw new ConflictError("too many conflicts", { cause: error });
					// Acts of other processes conflict as well.
					if (attempt > 1) await sleep(Math.random() * MAX_PAUSE_MS);
				} finally {
					leave();
				}
			}
		} finally {
			acted?.(attempt);
		}
	};
}

function isRepeatable(error: unknown, attempt: number): boolean {
	const state = stateOf(error);
	return CONFLICTS.has(state) || (state === UNIQUE_VIOLATION && attempt < MAX_UNIQUE_ATTEMPTS);
}

async function attemptAct<Answer>(
	db: Db,
	act: (trx: Trx) => Promise<Answer>,
	fence: Fence,
	isExclusive: boolean,
): Promise<Answer> {
	const trx = await db.startTransaction().setIsolationLevel("serializable").execute();
	let answer: Answer;
	let id: string | null;
	try {
		// Before the first query, which takes the snapshot: no balance can change after it.
		if (isExclusive) await sql`lock table user_points in share row exclusive mode`.execute(trx);
		await checkEpoch(trx, fence);
		answer = await act(trx);
		id = await readTransactionId(trx);
	} catch (error) {
		// If the connection has ended, so has the transaction.
		await trx
			.rollback()
			.execute()
			.catch(() => {});
		throw error;
	}
	try {
		await trx.commit().execute();
	} catch (error) {
		if (!trx.isCommitted && !trx.isRolledBack)
			await trx
				.rollback()
				.execute()
				.catch(() => {});
		if (!(error instanceof AwayError) || id === null || !(await wasCommitted(db, id))) throw error;
	}
	return answer;
}

/** Locks the row of the epoch until the act ends, so that a takeover waits for the act. @throws {DeposedError} */
async function checkEpoch(trx: Trx, { epoch, onDeposed }: Fence): Promise<void> {
	if (epoch === undefined) return;
	const { rows } =
		await sql`select 1 from leases where name = 'games' and epoch = ${epoch} for share`.execute(trx);
	if (rows.length > 0) return;
	const error = new DeposedError("another process leads");
	onDeposed?.(error);
	throw error;
}

/** Null if the transaction has written nothing. */
async function readTransactionId(trx: Trx): Promise<string | null> {
	const { rows } = await sql<{
		id: string | null;
	}>`select pg_current_xact_id_if_assigned()::text as id`.execute(trx);
	return rows[0]?.id ?? null;
}

/**
 * Whether a transaction was committed whose connection ended during the commit. Asks until the server is back.
 * @returns false also if the server stays away, or does not know the transaction.
 */
async function wasCommitted(db: Db, id: string): Promise<boolean> {
	const until = performance.now() + ASK_MS;
	do {
		try {
			const { rows } = await sql<{
				status: string | null;
			}>`select pg_xact_status(${id}::xid8) as status`.execute(db);
			const status = rows[0]?.status;
			if (status !== "in progress") return status === "committed";
		} catch (error) {
			if (!(error instanceof AwayError) && !stateOf(error)?.startsWith("57P0")) throw error;
		}
		await sleep(ASK_EVERY_MS);
	} while (performance.now() < until);
	return false;
}

/** A first-in, first-out semaphore. @returns `enter(weight)`, which resolves with a function that leaves. */
function createGate(size: number) {
	let free = size;
	const waiting: { weight: number; start(): void }[] = [];

	function admit() {
		for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
			waiting.shift();
			free -= next.weight;
			next.start();
		}
	}

	return async (weight: number): Promise<() => void> => {
		await new Promise<void>((start) => {
			waiting.push({ weight, start });
			admit();
		});
		return () => {
			free += weight;
			admit();
		};
	};
}
