/** Checks live rounds from one hash backwards, alike on the server and in the browser. */
import { hashBefore, liveCrashPoint } from "../engine/live-draw";

/** What the verifier's fields hold, as text. */
export interface LiveFields {
	hash: string;
	salt: string;
}

/** What the fields open with: a round that is looked up, else what the address holds, else the newest round. */
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
	/** Hundredths; null for a round that was called off. */
	crashPoint: number | null;
}

/** Whether a listed round is what the hash says; `unchecked` when the hash does not lead to it. */
export type Mark = "good" | "bad" | "unchecked";

export interface LiveVerification {
	/** Hundredths. */
	crashPoint: number;
	/** The hash of the round before. */
	before: string;
	/** One for each listed round. */
	marks: Mark[];
}

/** How far a listed round is looked for. */
const SEARCH_STEPS = 60;

export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** Draws the round of a hash again and those listed before it; undefined until the fields hold a hash. */
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
	// The walk belongs to the listed rounds where any one of them lies on it.
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

/** How far the server walks for one request: a few ms of CPU. Browsers with scripts walk by themselves. */
export const SERVER_STEPS = 1000;

export interface Walk {
	/** How far it has come. */
	hash: string;
	steps: number;
	/** Whether that is the chain's commitment. */
	arrived: boolean;
}

/** Goes back from hash to hash until the commitment, or until so many steps are done. */
export function walkOn(from: Pick<Walk, "hash" | "steps">, commitment: string, most: number): Walk {
	let { hash, steps } = from;
	for (const end = steps + most; hash !== commitment && steps < end; steps++) hash = hashBefore(hash);
	return { hash, steps, arrived: hash === commitment };
}
