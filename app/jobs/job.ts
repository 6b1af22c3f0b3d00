import type { Trx } from "db/database";
import type { z } from "zod";

/** ms before each further attempt; they cover an outage of a working day. */
export const WAITS_MS: readonly number[] = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800].map(
	(seconds) => seconds * 1000,
);
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;
/** Relative jitter, so that a recovering receiver does not get everything at once. */
const SPREAD = 0.2;

export interface Attempt {
	/** The job's reference, the same in each attempt. */
	reference: string;
	/** From 1. */
	tries: number;
	/** Whether a failure of this attempt is final. */
	isLast: boolean;
	at: Date;
}

export interface Failure {
	/** Stored with the job for admins. */
	fault: string;
	/** The pause in ms that the receiver demands. */
	retryAfterMs?: number | undefined;
	/** Whether further attempts are useless. */
	isFinal?: boolean;
	/** For the log: a system's error code, or the error. */
	detail?: unknown;
}

/** What an act has done. */
export interface Acted {
	/** The job is not finished: it runs again at once. */
	again?: boolean;
	/** Called after the commit. */
	after?(): void;
}

interface Declaration<Body> {
	/** Unique among all jobs. */
	kind: string;
	/** What is stored with a job. */
	body: z.ZodType<Body, z.ZodTypeDef, unknown>;
	/** ms before each further attempt, by default {@link WAITS_MS}. */
	waits?: readonly number[];
	/**
	 * What becomes of a job whose last attempt has failed. `dead`, the default: it is kept until an admin revives it. `dropped`: it
	 * is deleted. `again`: it is attempted again after the last wait, until it succeeds.
	 */
	afterLast?: "dead" | "dropped" | "again";
	/** The jobs of how many keys run at the same time, by default 1. */
	concurrent?: number;
	/** ms between two jobs or transactions, so that other writes run in between. */
	pauseMs?: number;
	/** How many jobs of one key run in one transaction, by default 1. If one of them fails, each runs in its own. */
	together?: number;
	/** Whether finished ones are kept instead of deleted. */
	keepsDone?: boolean;
}

/** Work in the database: what it writes and the end of the job are one transaction, so it happens exactly once. */
interface ActJob<Needs, Body> extends Declaration<Body> {
	act(site: Needs, trx: Trx, body: Body, attempt: Attempt): Promise<Acted | undefined>;
}

/** A request to an outside service, which happens at least once. */
interface SendJob<Needs, Body> extends Declaration<Body> {
	/**
	 * The address to which all jobs of the kind are sent. They wait while it is undefined. A pause that the receiver demands
	 * applies to all of them until it has another address.
	 */
	receiver?(site: Needs): string | undefined;
	/** @returns undefined if it was accepted. Rejects if `signal` is aborted: the attempt is then not counted. */
	send(site: Needs, body: Body, attempt: Attempt & { signal: AbortSignal }): Promise<Failure | undefined>;
}

/** A kind of job for the worker, which does not know the type of its body. `Needs` are the services that it uses. */
export interface Job<Needs, Body = unknown>
	extends Required<Omit<Declaration<Body>, "pauseMs" | "keepsDone">> {
	pauseMs: number | undefined;
	keepsDone: boolean;
	receiver: ((site: Needs) => string | undefined) | undefined;
	/** Undefined for a job that is sent. */
	act: ((site: Needs, trx: Trx, body: string, attempt: Attempt) => Promise<Acted | undefined>) | undefined;
	send(site: Needs, body: string, attempt: Attempt & { signal: AbortSignal }): Promise<Failure | undefined>;
}

/** Declares a kind of job. It runs in the leading process once `site/jobs.server.ts` lists it. */
export function defineJob<Needs, Body>(
	declaration: ActJob<Needs, Body> | SendJob<Needs, Body>,
): Job<Needs, Body> {
	const parse = (body: string) => declaration.body.parse(JSON.parse(body));
	const { waits = WAITS_MS, afterLast = "dead", concurrent = 1, pauseMs } = declaration;
	const { together = 1, keepsDone = false } = declaration;
	const common = { ...declaration, waits, afterLast, concurrent, pauseMs, together, keepsDone };
	if ("act" in declaration) {
		return {
			...common,
			receiver: undefined,
			act: async (site, trx, body, attempt) => declaration.act(site, trx, parse(body), attempt),
			send: async () => undefined,
		};
	}
	return {
		...common,
		receiver: declaration.receiver?.bind(declaration),
		act: undefined,
		send: async (site, body, attempt) => declaration.send(site, parse(body), attempt),
	};
}

/**
 * The ms until the next attempt: the wait after this number of failed ones with jitter, or the pause that the receiver demands if it
 * is longer; at most a day.
 * @param tries that have failed so far, from 1.
 * @param random from 0 up to 1.
 * @returns undefined after the last attempt.
 */
export function retryDelay(
	{ waits, afterLast }: Pick<Job<never>, "waits" | "afterLast">,
	tries: number,
	retryAfterMs: number | undefined,
	random: number,
): number | undefined {
	const wait = waits[tries - 1] ?? (afterLast === "again" ? waits.at(-1) : undefined);
	if (wait === undefined) return undefined;
	return Math.min(Math.max(wait * (1 + SPREAD * random), retryAfterMs ?? 0), MAX_WAIT_MS);
}
