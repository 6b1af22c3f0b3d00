/** The exported file of a raffle's draw, and its verification. Runs in the browser's worker, so that it needs neither zod nor the site. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { type BeaconRound, beaconOf, drawOrder, randomnessOf, roundAfter, timeOf } from "~/beacon/beacon";
import { winningTickets } from "./raffle";

export interface DrawnPlace {
	/** From 1, in the order of the draw. */
	place: number;
	ticket: number;
	pseudonym: string;
	/** From 1; a passed place hands its prize on to the next free place. */
	prize: number;
	state: "drawn" | "paid" | "passed";
	/** Why it was passed. */
	reason: string | null;
}

/** Hashes, keys and signatures are hex, times ISO 8601. What the draw makes known is null before it. */
export interface DrawFile {
	format: "plateia-raffle-1";
	id: string;
	title: string;
	/** The site's origin. */
	site: string;
	/** Fixed when the raffle was created, as are `seedHash`, `publicKey` and `round`. */
	closesAt: string;
	/** The SHA-256 of the seed's bytes. */
	seedHash: string;
	publicKey: string;
	round: number;
	/** The SHA-256 of the UTF-8 bytes of `list`. */
	listHash: string;
	frozenAt: string;
	/** A line `NUMBER,PSEUDONYM,ORIGIN` for each ticket, in the order of the numbers. A viewer has one pseudonym. */
	list: string;
	/** The number of prizes. */
	winners: number;
	seed: string | null;
	signature: string | null;
	randomness: string | null;
	drawnAt: string | null;
	places: DrawnPlace[] | null;
}

const LINE = /^(\d{1,15}),([0-9a-f]{16}),(bought|free|subscriber)$/;

const isHex = (value: unknown, digits: number) =>
	typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;
/** Other notations of a time depend on the browser and its time zone. */
const isTime = (value: unknown) =>
	typeof value === "string" && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;
const isText = (value: unknown) => typeof value === "string";

const REQUIRED: { [Name in keyof DrawFile]?: (value: unknown) => boolean } = {
	format: (value) => value === "plateia-raffle-1",
	id: isText,
	title: isText,
	site: isText,
	closesAt: isTime,
	seedHash: (value) => isHex(value, 64),
	publicKey: (value) => isHex(value, 192),
	round: isCount,
	listHash: (value) => isHex(value, 64),
	frozenAt: isTime,
	list: isText,
	winners: isCount,
};
const DRAWN: typeof REQUIRED = {
	seed: (value) => isHex(value, 64),
	signature: (value) => isHex(value, 96),
	randomness: (value) => isHex(value, 64),
	drawnAt: isTime,
	places: (value) => Array.isArray(value) && value.every(isPlace),
};

function isPlace(value: Partial<DrawnPlace> | null): boolean {
	return (
		[value?.place, value?.ticket, value?.prize].every(isCount) &&
		["drawn", "paid", "passed"].includes(value?.state ?? "") &&
		isText(value?.pseudonym) &&
		(value?.reason === null || isText(value?.reason))
	);
}

/** The file of a text; undefined if it is not one. */
export function readDrawFile(text: string): DrawFile | undefined {
	try {
		const value = JSON.parse(text);
		const fits = (fields: typeof REQUIRED, isNull: boolean) =>
			Object.entries(fields).every(([name, isValid]) =>
				isNull ? value[name] === null : isValid(value[name]),
			);
		const isWhole = fits(REQUIRED, false) && (fits(DRAWN, false) || fits(DRAWN, true));
		return isWhole ? (value as DrawFile) : undefined;
	} catch {
		return undefined;
	}
}

/** What is checked of a draw, in this order. */
export type DrawCheck = "list" | "round" | "frozen" | "seed" | "signature" | "places";

/**
 * Verifies a draw against itself; that `seedHash`, `round` and `listHash` are those that were published beforehand is for the
 * reader to compare. 10,000 tickets take some tenths of a second.
 * @returns whether each check holds; only the first three before the draw.
 */
export function checkDraw(
	file: DrawFile,
	isRoundOf: (round: BeaconRound) => boolean,
): [check: DrawCheck, isGood: boolean][] {
	const { publicKey, round, seed, signature, randomness, places } = file;
	const beacon = beaconOf(publicKey);
	const owners = ownersIn(file.list);
	const checks: [DrawCheck, boolean][] = [
		["list", owners !== undefined && bytesToHex(sha256(utf8ToBytes(file.list))) === file.listHash],
		["round", round === roundAfter(beacon, new Date(file.closesAt))],
		["frozen", new Date(file.frozenAt) < timeOf(beacon, round)],
	];
	if (seed === null || signature === null || places === null) return checks;
	const isSigned = isRoundOf({ publicKey, round, signature }) && randomness === randomnessOf(signature);
	checks.push(["seed", bytesToHex(sha256(hexToBytes(seed))) === file.seedHash], ["signature", isSigned]);
	const order = owners && drawOrder(seed, randomnessOf(signature), [...owners.keys()]);
	checks.push(["places", order !== undefined && arePlacesOf(file, places, order, owners ?? new Map())]);
	return checks;
}

/** The pseudonym of each ticket; undefined unless every line is a ticket and the numbers ascend. */
function ownersIn(list: string): Map<number, string> | undefined {
	const owners = new Map<number, string>();
	let last = 0;
	for (const line of list.split("\n").slice(0, -1)) {
		const [, number, pseudonym = ""] = LINE.exec(line) ?? [];
		if (!(Number(number) > last)) return undefined;
		last = Number(number);
		owners.set(last, pseudonym);
	}
	return list === "" || list.endsWith("\n") ? owners : undefined;
}

/**
 * Whether the places are those of the order: the first ticket of each viewer has the next place, as many as there are
 * prizes and passed places, or viewers. A place after the prizes has a prize that a place before it was passed with.
 */
function arePlacesOf(
	{ winners }: DrawFile,
	places: readonly DrawnPlace[],
	order: readonly number[],
	owners: ReadonlyMap<number, string>,
): boolean {
	const drawn = winningTickets(order, owners);
	const passed = places.filter(({ state }) => state === "passed");
	const handedOn = new Set<DrawnPlace>();
	return (
		places.length === Math.min(winners + passed.length, drawn.length) &&
		places.every((one, i) => {
			const ticket = drawn[i] ?? 0;
			const isIt = one.place === i + 1 && one.ticket === ticket && one.pseudonym === owners.get(ticket);
			if (!isIt) return false;
			if (one.state === "passed" && !one.reason) return false;
			if (i < winners) return one.prize === one.place;
			const from = passed.find(
				(other) => other.place < one.place && other.prize === one.prize && !handedOn.has(other),
			);
			if (from) handedOn.add(from);
			return from !== undefined;
		})
	);
}
