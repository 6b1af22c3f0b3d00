import { commitmentTo, drawNumbers } from "../../fairness/draws";
import { DRAW_RANGE } from "../../fairness/numbers";
import { SOLO_DRAWS } from "../engine/solo-draw";

/** The text in the verifier's fields. */
export interface SoloFields {
	serverSeed: string;
	clientSeed: string;
	nonce: string;
	version: string;
}

interface Known {
	draw: { clientSeed: string; nonce: number; version: number; serverSeed: string | undefined } | undefined;
}

/**
 * The initial values of the fields: those of the round's draw if it has one, else the query parameters of the same
 * names. A missing value is empty, except for the version, which defaults to the `table` draw's.
 */
export function soloFields(address: URLSearchParams, round: Known | undefined): SoloFields {
	if (round?.draw) {
		const { serverSeed = "", clientSeed, nonce, version } = round.draw;
		return { serverSeed, clientSeed, nonce: String(nonce), version: String(version) };
	}
	const field = (name: keyof SoloFields) => address.get(name) ?? "";
	return {
		serverSeed: field("serverSeed"),
		clientSeed: field("clientSeed"),
		nonce: field("nonce"),
		version: field("version") || String(SOLO_DRAWS.table.version),
	};
}

/**
 * Draws a flight again: the number that the seeds draw, and its share of {@link DRAW_RANGE} with six decimals.
 * @returns undefined while a field is empty, or the nonce or version is invalid.
 */
export function verifySolo({ serverSeed, clientSeed, nonce, version }: SoloFields) {
	const draw = Object.values(SOLO_DRAWS).find((known) => String(known.version) === version);
	if (!serverSeed || !clientSeed || !/^\d{1,15}$/.test(nonce) || !draw) return undefined;
	const [drawn = 0] = drawNumbers({ serverSeed, clientSeed, nonce: Number(nonce) }, 1);
	return {
		commitment: commitmentTo(serverSeed),
		drawn,
		share: (drawn / DRAW_RANGE).toFixed(6),
		crashPoint: draw.crashPoint(drawn),
	};
}
