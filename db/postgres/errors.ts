import { DatabaseError } from "pg";

/** The server does not answer, or has ended the connection. */
export class AwayError extends Error {
	override name = "AwayError";
	readonly code = "PLATEIA_AWAY";
}

/** An act conflicted with other acts in each of its attempts. Nothing was stored. */
export class ConflictError extends Error {
	override name = "ConflictError";
	readonly code = "PLATEIA_CONFLICT";
}

/** Errors of the server as they are; those of the connection as AwayError. */
export const postgresErrorOf = (error: unknown): unknown =>
	error instanceof DatabaseError
		? error
		: new AwayError("the database server does not answer", { cause: error });

const INTERNAL_ERROR = "XX000";

/**
 * The error of a failed attempt to connect. An internal error of the server counts as an outage: with a full disk, a server
 * that has restarted cannot write a cache that each new connection needs.
 */
export const connectionErrorOf = (error: unknown): unknown =>
	stateOf(error) === INTERNAL_ERROR
		? new AwayError("the database server accepts no connections", { cause: error })
		: postgresErrorOf(error);

/** The SQLSTATE of a server's error. */
export const stateOf = (error: unknown): string | undefined =>
	error instanceof DatabaseError ? error.code : undefined;
