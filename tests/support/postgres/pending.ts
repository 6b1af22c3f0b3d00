/**
 * Counts what waits for the server, for clocks that tests advance: SQLite answers within a few event loop iterations, but
 * an answer of PostgreSQL takes as long as it takes.
 */
import pg from "pg";
import { isOnPostgres } from "./engine";

let count = 0;

/** Whether a statement, a connection or an act of this process waits for the server. */
export const isDatabaseBusy = (): boolean => count > 0;

/** On PostgreSQL, counts a promise until it settles. @returns it. */
export function countPending<Answer>(work: Promise<Answer>): Promise<Answer> {
	if (!isOnPostgres) return work;
	const done = () => {
		count -= 1;
	};
	count += 1;
	work.then(done, done);
	return work;
}

type Method = (...args: unknown[]) => unknown;

/** Counts the promises that a method returns. */
function watchMethod(prototype: object, name: string): void {
	const methods = prototype as Record<string, Method>;
	const original = methods[name] as Method;
	methods[name] = function (this: unknown, ...args) {
		const answer = original.apply(this, args);
		return answer instanceof Promise ? countPending(answer) : answer;
	};
}

if (isOnPostgres) {
	watchMethod(pg.Client.prototype, "query");
	watchMethod(pg.Pool.prototype, "connect");
}
