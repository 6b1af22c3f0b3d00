import { describe, expect, it } from "vitest";
import { QUICKNET, randomnessOf, roundAfter } from "~/beacon/beacon";
import { isRoundOf } from "~/beacon/verification";
import { checkDraw, type DrawFile, readDrawFile } from "~/events/raffles/draw-file";
import { drawFile, sha256, signedRound } from "../../../support/data/draw-files";

const FILE = drawFile(20, 3);
const wrong = (file: DrawFile) =>
	checkDraw(file, isRoundOf).flatMap(([name, isGood]) => (isGood ? [] : [name]));
const changed = (change: Partial<DrawFile>) => wrong({ ...FILE, ...change });
const places = () => structuredClone(FILE.places ?? []);

it("confirms a draw that follows from seed, round and tickets", () => {
	expect(readDrawFile(JSON.stringify(FILE))).toEqual(FILE);
	expect(checkDraw(FILE, isRoundOf).map(([name]) => name)).toEqual([
		...["list", "round", "frozen", "seed", "signature", "places"],
	]);
	expect(wrong(FILE)).toEqual([]);
});

describe("names what is wrong", () => {
	it("with an altered, added or removed ticket", () => {
		expect(changed({ list: FILE.list.replace(/bought/, "free") })).toEqual(["list"]);
		expect(changed({ list: FILE.list.replace(/^1,.*\n/, "") })).toContain("list");
		for (const odd of ["", "1,0123456789abcdef,won\n", "2,0123456789abcdef,free\n1,0123456789abcdef,free\n"])
			expect(changed({ list: odd, listHash: sha256(odd) })).toContain("places");
		expect(changed({ list: FILE.list.trimEnd(), listHash: sha256(FILE.list.trimEnd()) })).toContain("list");
	});

	it("with an altered seed, also if its hash is altered too", () => {
		const seed = sha256("another seed");
		expect(changed({ seed })).toEqual(["seed", "places"]);
		expect(changed({ seed, seedHash: sha256(Buffer.from(seed, "hex")) })).toEqual(["places"]);
	});

	it("with an altered round or signature, also with a true signature of another round", () => {
		expect(changed({ round: FILE.round + 1 })).toEqual(["round", "signature"]);
		const other = signedRound("2026-12-06T21:05:00.000Z");
		expect(changed({ signature: other.signature })).toEqual(["signature", "places"]);
		expect(changed(other)).toEqual(["round", "places"]);
		expect(changed({ randomness: sha256("chosen") })).toEqual(["signature"]);
	});

	it("with a list that was frozen after the round", () =>
		expect(changed({ frozenAt: "2026-12-06T21:01:00.000Z" })).toEqual(["frozen"]));

	it("with a ticket twice, other line ends, or a place more than there are prizes", () => {
		const [first = ""] = FILE.list.split("\n");
		for (const list of [`${first}\n${FILE.list}`, FILE.list.replaceAll("\n", "\r\n"), `\ufeff${FILE.list}`])
			expect(changed({ list, listHash: sha256(list) })).toEqual(["list", "places"]);
		const [, , , fourth] = drawFile(20, 4).places ?? [];
		if (!fourth) throw new Error("no places");
		for (const prize of [3, 4])
			expect(changed({ places: [...places(), { ...fourth, prize }] })).toEqual(["places"]);
		expect(changed({ winners: 4 })).toEqual(["places"]);
	});

	it("with quicknet's key and the signature of another beacon or none", () => {
		expect(changed({ publicKey: QUICKNET.publicKey })).toEqual(["round", "signature"]);
		const round = roundAfter(QUICKNET, new Date(FILE.closesAt));
		expect(changed({ publicKey: QUICKNET.publicKey, round })).toEqual(["signature"]);
		const infinity = `c0${"00".repeat(47)}`;
		const randomness = randomnessOf(infinity);
		expect(changed({ publicKey: QUICKNET.publicKey, round, signature: infinity, randomness })).toEqual([
			"signature",
			"places",
		]);
		expect(readDrawFile(JSON.stringify({ ...FILE, publicKey: QUICKNET.publicKey.toUpperCase() }))).toBe(
			undefined,
		);
	});

	it("with altered places", () => {
		const [first, second, ...others] = places();
		if (!first || !second) throw new Error("no places");
		const swapped = [
			{ ...second, place: 1, prize: 1 },
			{ ...first, place: 2, prize: 2 },
		];
		expect(changed({ places: [...swapped, ...others] })).toEqual(["places"]);
		expect(changed({ places: [first, second] })).toEqual(["places"]);
		expect(changed({ places: [first, { ...second, pseudonym: first.pseudonym }, ...others] })).toEqual([
			"places",
		]);
		expect(changed({ places: [first, { ...second, prize: 1 }, ...others] })).toEqual(["places"]);
	});
});

it("hands the prize of a passed place on to the next one, with a reason, and to nobody else", () => {
	const [fourth] = (drawFile(20, 4).places ?? []).slice(3);
	const [first, second, third] = places();
	if (!first || !second || !third || !fourth) throw new Error("no places");
	const passed = { ...second, state: "passed" as const, reason: "No answer for a week" };
	expect(changed({ places: [first, passed, third, { ...fourth, prize: 2 }] })).toEqual([]);
	expect(changed({ places: [first, passed, third, { ...fourth, prize: 1 }] })).toEqual(["places"]);
	expect(changed({ places: [first, { ...passed, reason: null }, third, { ...fourth, prize: 2 }] })).toEqual([
		"places",
	]);
	expect(changed({ places: [first, second, third, { ...fourth, prize: 2 }] }), "without a pass").toEqual([
		"places",
	]);
	const few = drawFile(3, 3);
	const [one, ...rest] = few.places ?? [];
	if (!one) throw new Error("no places");
	expect(
		wrong({ ...few, places: [{ ...one, state: "passed", reason: "Gone" }, ...rest] }),
		"nobody left",
	).toEqual([]);
});

it("checks the list and the round before the draw", () => {
	const before = { seed: null, signature: null, randomness: null, drawnAt: null, places: null };
	const file = readDrawFile(JSON.stringify({ ...FILE, ...before }));
	expect(file && checkDraw(file, isRoundOf)).toEqual([
		["list", true],
		["round", true],
		["frozen", true],
	]);
});

it("refuses what is no file of a draw", () => {
	for (const text of [
		...["", "{", "null", "[]", "{}"],
		JSON.stringify({ ...FILE, format: "other" }),
		JSON.stringify({ ...FILE, seed: null }),
		JSON.stringify({ ...FILE, places: [null] }),
		JSON.stringify({ ...FILE, round: "1" }),
		JSON.stringify({ ...FILE, closesAt: "2026-12-06T21:00:00.000" }),
	])
		expect(readDrawFile(text), text.slice(0, 40)).toBeUndefined();
});
