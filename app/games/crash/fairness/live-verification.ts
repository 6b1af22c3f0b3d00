/** Checks live rounds from one hash backwards. Runs on the server and in the browser. */
import { hashBefore, liveCrashPoint } from "../engine/live-draw";

/** The text in the verifier's fields. */
export interface LiveFields {
	hash: string;
	salt: string;
}

/**
 * The initial values of the fields: the round that is looked up, else the query parameters `hash` and `salt`, else the
 * newest round. The hash of a round that is not over is empty.
 * @param salt of the chain, the default.
 */
export function liveFields(
	address: URLSearchParams,
	salt: string,
	round: { hash: string | undefined } | undefined,
	newest: { hash: string } | undefined,
): LiveFields {
	if (round) return { hash: round.hash ?? "", salt };
	const hash = address.get("hash")?.trim();
	return { hash: hash ?? newest?.hash ?? "", salt: address.get("salt")?.trim() ?? salt };
}

/** A round that is over, as the site lists it. */
export interface ListedRound {
	/** From 1. */
	number: number;
	hash: string;
	/** Hundredths; null for a voided round. */
	crashPoint: number | null;
}

/** Whether a listed round agrees with the hash; `unchecked` if the hash does not lead to it. */
export type Mark = "good" | "bad" | "unchecked";

export interface LiveVerification {
	/** Hundredths. */
	crashPoint: number;
	/** The hash of the previous round. */
	before: string;
	/** One for each listed round, in their order. */
	marks: Mark[];
}

/** Rounds before the hash's own among which listed rounds are searched. */
const SEARCH_STEPS = 60;

/** Whether the text is 64 hex digits, of either case. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/**
 * Computes the crash point and the previous hash from the fields, and compares the listed rounds with the rounds that
 * the hash leads back to.
 * @returns undefined unless the hash field holds a hash.
 */
export function verifyLive(
	{ hash, salt }: LiveFields,
	listed: readonly ListedRound[],
): LiveVerification | undefined {
	if (!isHash(hash)) return undefined;
	const walked = [hash.toLowerCase()];
	for (let step = 0; step < SEARCH_STEPS; step++) walked.push(hashBefore(walked.at(-1) ?? hash));
	return {
		crashPoint: liveCrashPoint(hash, salt),
		before: walked[1] ?? "",
		marks: markAll(walked, salt, listed),
	};
}

/** @param walked a round's hash, then those of the rounds before it. */
function markAll(walked: readonly string[], salt: string, listed: readonly ListedRound[]): Mark[] {
	// One listed round among the walked hashes is enough to number them all.
	const found = listed.find(({ hash }) => walked.includes(hash));
	if (!found) return listed.map(() => "unchecked");
	const first = found.number + walked.indexOf(found.hash);
	return listed.map(({ number, hash, crashPoint }) => {
		const computed = walked[first - number];
		if (computed === undefined) return "unchecked";
		const isSame = crashPoint === null || crashPoint === liveCrashPoint(computed, salt);
		return hash === computed && isSame ? "good" : "bad";
	});
}

/** Steps that the server walks for one request: a few ms of CPU. Browsers with scripts walk on their own. */
export const SERVER_STEPS = 1000;

/** The state of a walk back through the hash chain. */
export interface Walk {
	/** The hash that was reached, in lower case. */
	hash: string;
	/** Steps so far. */
	steps: number;
	/** Whether the hash is the chain's commitment. */
	arrived: boolean;
}

/**
 * Continues a walk from hash to previous hash, until the commitment or for at most `maxSteps` further steps.
 * @param from the hash to start from, in lower case, and the steps before it.
 */
export function walkOn(from: Pick<Walk, "hash" | "steps">, commitment: string, maxSteps: number): Walk {
	let { hash, steps } = from;
	for (const end = steps + maxSteps; hash !== commitment && steps < end; steps++) hash = hashBefore(hash);
	return { hash, steps, arrived: hash === commitment };
}
