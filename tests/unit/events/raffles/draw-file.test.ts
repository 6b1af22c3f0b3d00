import { describe, expect, it } from "vitest";
import { beaconOf, QUICKNET, randomnessOf, roundAfter, timeOf } from "~/beacon/beacon";
import { isRoundOf } from "~/beacon/verification";
import { checkDraw, type DrawFile, readDrawFile, readList } from "~/events/raffles/draw-file";
import { drawFile, sha256, signedRound } from "../../../support/data/draw-files";

const FILE = drawFile(20, 3);
const wrong = (change: Partial<DrawFile>, file = FILE) =>
	checkDraw({ ...file, ...change }, isRoundOf).flatMap(([name, isGood]) => (isGood ? [] : [name]));
const withList = (list: string) => wrong({ list, listHash: sha256(list) });
const places = (viewers = 20, winners = 3) =>
	drawFile(viewers, winners).places as [Place, Place, Place, Place];
type Place = NonNullable<DrawFile["places"]>[number];

it("confirms a draw that follows from seed, round and tickets", () => {
	expect(readDrawFile(JSON.stringify(FILE))).toEqual(FILE);
	expect(checkDraw(FILE, isRoundOf).map(([name]) => name)).toEqual([
		...["list", "round", "frozen", "seed", "signature", "places"],
	]);
	expect(wrong({})).toEqual([]);
	expect(readList(FILE.list)).toMatchObject({ title: "A mug", prizes: ["Mug 1", "Mug 2", "Mug 3"] });
});

describe("names what is wrong", () => {
	it("with an altered, added or removed ticket", () => {
		for (const [from, to] of [
			[/bought/, "free"],
			[/\n1,.*/, ""],
		] as const)
			expect(wrong({ list: FILE.list.replace(from, to) })).toContain("list");
		for (const malformed of [
			FILE.list.replace(/\n(1,.*)/, "\n$1\n$1"),
			FILE.list.replace("bought", "won"),
			FILE.list.replaceAll("\n", "\r\n"),
			`\ufeff${FILE.list}`,
			FILE.list.trimEnd(),
			"",
		])
			expect(withList(malformed)).toEqual(["list", "places"]);
	});

	it("with another title, order of prizes or number of prizes", () => {
		const swapped = FILE.list.replace("prize,Mug 1\nprize,Mug 2", "prize,Mug 2\nprize,Mug 1");
		for (const list of [swapped, FILE.list.replace("A mug", "A pin")])
			expect(wrong({ list })).toEqual(["list"]);
		expect(withList(FILE.list.replace("prize,Mug 3\n", ""))).toEqual(["places"]);
		expect(withList(FILE.list.replace("prize,Mug 3", "prize,Mug 3\nprize,Mug 4"))).toEqual(["places"]);
	});

	it("with an altered seed, also if its hash is altered too", () => {
		const seed = sha256("another seed");
		expect(wrong({ seed })).toEqual(["seed", "places"]);
		expect(wrong({ seed, seedHash: sha256(Buffer.from(seed, "hex")) })).toEqual(["places"]);
	});

	it("with an altered round or signature, also with a true signature of another round", () => {
		expect(wrong({ round: FILE.round + 1 })).toEqual(["round", "signature"]);
		const other = signedRound("2026-12-06T21:05:00.000Z");
		expect(wrong({ signature: other.signature })).toEqual(["signature", "places"]);
		expect(wrong(other)).toEqual(["round", "places"]);
		expect(wrong({ randomness: sha256("chosen") })).toEqual(["signature"]);
	});

	it("with a list that was frozen after the round, unless a later round decides", () => {
		const late = timeOf(beaconOf(FILE.publicKey), FILE.round).toISOString();
		expect(wrong({ frozenAt: late })).toEqual(["round", "frozen"]);
		expect(wrong({ frozenAt: late, ...signedRound(late) })).toEqual(["places"]);
	});

	it("with quicknet's key and the signature of another beacon or none", () => {
		const { publicKey } = QUICKNET;
		expect(wrong({ publicKey })).toEqual(["round", "signature"]);
		const round = roundAfter(QUICKNET, new Date(FILE.closesAt));
		expect(wrong({ publicKey, round })).toEqual(["signature"]);
		const signature = `c0${"00".repeat(47)}`;
		const randomness = randomnessOf(signature);
		expect(wrong({ publicKey, round, signature, randomness })).toEqual(["signature", "places"]);
		expect(readDrawFile(JSON.stringify({ ...FILE, publicKey: publicKey.toUpperCase() }))).toBeUndefined();
	});

	it("with altered places", () => {
		const [first, second, third, fourth] = places(20, 4);
		for (const altered of [
			[{ ...second, place: 1, prize: 1 }, { ...first, place: 2, prize: 2 }, third],
			[first, second],
			[first, { ...second, prize: 1 }, third],
			[first, second, third, { ...fourth, prize: 2 }],
			[first, second, third, fourth],
		])
			expect(wrong({ places: altered })).toEqual(["places"]);
	});
});

it("hands the prize of a passed place on to the next one, with a reason, and to nobody else", () => {
	const [first, second, third, fourth] = places(20, 4);
	const passed = { ...second, state: "passed" as const, reason: "No answer for a week" };
	expect(wrong({ places: [first, passed, third, { ...fourth, prize: 2 }] })).toEqual([]);
	expect(wrong({ places: [first, passed, third, { ...fourth, prize: 1 }] })).toEqual(["places"]);
	expect(wrong({ places: [first, { ...passed, reason: null }, third, { ...fourth, prize: 2 }] })).toEqual([
		"places",
	]);
	const [one, ...rest] = places(3);
	const gone = { ...one, state: "passed" as const, reason: "Gone" };
	expect(wrong({ places: [gone, ...rest] }, drawFile(3, 3)), "nobody left").toEqual([]);
});

it("checks the list and the round before the draw", () => {
	const before = { seed: null, signature: null, randomness: null, places: null };
	const file = readDrawFile(JSON.stringify({ ...FILE, ...before }));
	expect(file && checkDraw(file, isRoundOf)).toEqual(["list", "round", "frozen"].map((name) => [name, true]));
});

it("refuses what is no file of a draw", () => {
	for (const text of [
		...["", "{", "null", "[]", "{}"],
		...[{ format: "other" }, { seed: null }, { places: [null] }, { round: "1" }, { list: "1" }].map(
			(change) => JSON.stringify({ ...FILE, ...change }),
		),
		JSON.stringify({ ...FILE, closesAt: "2026-12-06T21:00:00.000" }),
	])
		expect(readDrawFile(text), text.slice(0, 40)).toBeUndefined();
});
