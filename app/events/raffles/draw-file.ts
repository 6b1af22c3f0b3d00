/** The exported file of a raffle's draw, and its verification. Runs in the browser's worker, so that it needs neither zod nor the site. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import {
	type Beacon,
	type BeaconRound,
	beaconOf,
	drawOrder,
	randomnessOf,
	roundAfter,
	timeOf,
} from "~/beacon/beacon";
import { prizesOf, type Raffle, winningTickets } from "./raffle";

export interface DrawnPlace {
	/** From 1, in the order of the draw. */
	place: number;
	ticket: number;
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
	/** The site's origin. */
	site: string;
	/** Fixed when the raffle was created, as are `seedHash` and `publicKey`. */
	closesAt: string;
	/** The SHA-256 of the seed's bytes. */
	seedHash: string;
	publicKey: string;
	/** See {@link roundOfDraw}. */
	round: number;
	/** The SHA-256 of the UTF-8 bytes of `list`. */
	listHash: string;
	frozenAt: string;
	/** See {@link listText}. */
	list: string;
	seed: string | null;
	signature: string | null;
	randomness: string | null;
	places: DrawnPlace[] | null;
}

/**
 * What is final before the draw: a line `title,TITLE`, a line `prize,PRIZE` for each place with a prize, and a line
 * `NUMBER,PSEUDONYM,ORIGIN` for each ticket. A viewer has one pseudonym.
 * @param tickets ascending by number.
 */
export const listText = (
	raffle: Pick<Raffle, "title" | "prizes">,
	tickets: readonly { number: number; pseudonym: string; origin: string }[],
): string =>
	[
		`title,${raffle.title}`,
		...prizesOf(raffle).map((prize) => `prize,${prize}`),
		...tickets.map(({ number, pseudonym, origin }) => `${number},${pseudonym},${origin}`),
		"",
	].join("\n");

const TICKET = /^(\d{1,15}),([0-9a-f]{16}),(bought|free|subscriber)$/;

/** Reads a {@link listText}; undefined unless every line is one and the numbers ascend. */
export function readList(text: string) {
	const [first = "", ...lines] = text.split("\n");
	const prizes = lines.findIndex((line) => !line.startsWith("prize,"));
	if (!first.startsWith("title,") || prizes < 1 || lines.at(-1) !== "") return undefined;
	/** The pseudonym of each ticket. */
	const owners = new Map<number, string>();
	let last = 0;
	for (const line of lines.slice(prizes, -1)) {
		const [, number, pseudonym = ""] = TICKET.exec(line) ?? [];
		if (!(Number(number) > last)) return undefined;
		last = Number(number);
		owners.set(last, pseudonym);
	}
	const textOf = (line: string) => line.slice("title,".length);
	return { title: textOf(first), prizes: lines.slice(0, prizes).map(textOf), owners };
}

/**
 * The round that decides a draw: the one that its closing time names. A list that is final only when that one may be public gets
 * a later one: otherwise it could have been changed after the outcome was known.
 */
export function roundOfDraw(beacon: Beacon, closesAt: Date, frozenAt: Date): number {
	const named = roundAfter(beacon, closesAt);
	return frozenAt < timeOf(beacon, named) ? named : roundAfter(beacon, frozenAt);
}

const isText = (value: unknown) => typeof value === "string";
const isHex = (digits: number) => (value: unknown) =>
	typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1;
/** Other notations of a time depend on the browser and its time zone. */
const isTime = (value: unknown) =>
	typeof value === "string" && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;

type Rules<Name extends string> = Partial<Record<Name, (value: unknown) => boolean>>;

const REQUIRED: Rules<keyof DrawFile> = {
	...{ format: (value) => value === "plateia-raffle-1", id: isText, site: isText, closesAt: isTime },
	...{ seedHash: isHex(64), publicKey: isHex(192), round: isCount, listHash: isHex(64), frozenAt: isTime },
	list: (value) => typeof value === "string" && readList(value) !== undefined,
};
const PLACE: Rules<keyof DrawnPlace> = {
	...{ place: isCount, ticket: isCount, prize: isCount },
	state: (value) => ["drawn", "paid", "passed"].includes(String(value)),
	reason: (value) => value === null || isText(value),
};
const DRAWN: Rules<keyof DrawFile> = {
	...{ seed: isHex(64), signature: isHex(96), randomness: isHex(64) },
	places: (value) => Array.isArray(value) && value.every((place) => fits(place, PLACE)),
};

const fits = (value: Record<string, unknown>, rules: Rules<never>) =>
	Object.entries<(value: unknown) => boolean>(rules).every(([name, isValid]) => isValid(value[name]));

/** The file of a text; undefined if it is not one. */
export function readDrawFile(text: string): DrawFile | undefined {
	try {
		const value = JSON.parse(text);
		const isToCome = Object.keys(DRAWN).every((name) => value[name] === null);
		return fits(value, REQUIRED) && (isToCome || fits(value, DRAWN)) ? value : undefined;
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
	const list = readList(file.list);
	const [closesAt, frozenAt] = [new Date(file.closesAt), new Date(file.frozenAt)];
	const checks: [DrawCheck, boolean][] = [
		["list", list !== undefined && bytesToHex(sha256(utf8ToBytes(file.list))) === file.listHash],
		["round", round === roundOfDraw(beacon, closesAt, frozenAt)],
		["frozen", frozenAt < timeOf(beacon, round)],
	];
	if (seed === null || signature === null || places === null) return checks;
	const isSigned = isRoundOf({ publicKey, round, signature }) && randomness === randomnessOf(signature);
	checks.push(["seed", bytesToHex(sha256(hexToBytes(seed))) === file.seedHash], ["signature", isSigned]);
	const order = list && drawOrder(seed, randomnessOf(signature), [...list.owners.keys()]);
	const isDrawn = order && arePlacesOf(places, winningTickets(order, list.owners), list.prizes.length);
	return [...checks, ["places", isDrawn === true]];
}

/**
 * Whether the places are those of the draw, as many as there are prizes and passed places, or winning tickets. A place after the
 * prizes has a prize that a place before it was passed with.
 */
function arePlacesOf(places: readonly DrawnPlace[], drawn: readonly number[], prizes: number): boolean {
	const handedOn: number[] = [];
	const areIt = places.every(({ place, ticket, prize, state, reason }, i) => {
		const from = handedOn.indexOf(prize);
		if (i >= prizes) handedOn.splice(from, 1);
		const isDue = i < prizes ? prize === place : from >= 0;
		if (state === "passed") handedOn.push(prize);
		return isDue && place === i + 1 && ticket === drawn[i] && (state !== "passed" || reason !== null);
	});
	const passed = places.filter(({ state }) => state === "passed").length;
	return areIt && places.length === Math.min(prizes + passed, drawn.length);
}
