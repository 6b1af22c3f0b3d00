import { commitmentTo, drawNumbers } from "../fairness/draws";
import { DRAW_RANGE } from "../fairness/numbers";
import type { InstantRules } from "./rules";

/** The text in the verifier's fields. */
export interface VerifierFields {
	serverSeed: string;
	clientSeed: string;
	nonce: string;
	draws: string;
}

interface Known {
	clientSeed: string;
	nonce: number;
	outcome: readonly number[];
	/** Undefined while it is secret. */
	serverSeed: string | undefined;
}

/**
 * The initial values of the fields: the round that is looked up, else the query parameters of the same names. A missing
 * value is empty, except for the number of draws, which defaults to 1.
 */
export function verifierFields(address: URLSearchParams, round: Known | undefined): VerifierFields {
	if (round) {
		const { serverSeed = "", clientSeed, nonce, outcome } = round;
		return { serverSeed, clientSeed, nonce: String(nonce), draws: String(outcome.length) };
	}
	const field = (name: keyof VerifierFields) => address.get(name) ?? "";
	return {
		serverSeed: field("serverSeed"),
		clientSeed: field("clientSeed"),
		nonce: field("nonce"),
		draws: field("draws") || "1",
	};
}

/** Draws a round again; undefined while a seed is empty, or the nonce or number of draws is invalid. */
export function verifyRound(rules: InstantRules, fields: VerifierFields) {
	const { serverSeed, clientSeed, nonce } = fields;
	const count = Number(fields.draws);
	const isCount = Number.isInteger(count) && count >= 1 && count <= rules.maxDraws;
	if (!serverSeed || !clientSeed || !/^\d{1,15}$/.test(nonce) || !isCount) return undefined;
	const key = { serverSeed, clientSeed, nonce: Number(nonce) };
	return {
		/** SHA-256 of the server seed, as hex. */
		commitment: commitmentTo(serverSeed),
		/** Each with the drawn number as a fraction of {@link DRAW_RANGE}. */
		draws: rules
			.draw((most) => drawNumbers(key, most), count)
			.map((draw) => ({ ...draw, share: (draw.drawn / DRAW_RANGE).toFixed(6) })),
	};
}
