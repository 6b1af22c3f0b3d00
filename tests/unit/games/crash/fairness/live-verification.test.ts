import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { liveCrashPoint } from "~/games/crash/engine/live-draw";
import {
	type ListedRound,
	liveFields,
	type Mark,
	verifyLive,
	type Walk,
	walkOn,
} from "~/games/crash/fairness/live-verification";

const SALT = "plateia";
const LENGTH = 120;

/** Entry 0 is the commitment, entry n the hash of round n. */
const hashes = ["5e".repeat(32)];
for (let i = 0; i < LENGTH; i++) {
	hashes.unshift(
		createHash("sha256")
			.update(Buffer.from(hashes[0] ?? "", "hex"))
			.digest("hex"),
	);
}
const hashOf = (number: number) => hashes[number] ?? "";
const COMMITMENT = hashOf(0);

/** Rounds as the site lists them, newest first. */
const listed = (first: number, last: number): ListedRound[] =>
	Array.from({ length: last - first + 1 }, (_, at) => {
		const number = last - at;
		return { number, hash: hashOf(number), crashPoint: liveCrashPoint(hashOf(number), SALT) };
	});
const marksOf = (hash: string, rounds: readonly ListedRound[]) =>
	verifyLive({ hash, salt: SALT }, rounds)?.marks;
const all = (mark: Mark, count: number) => new Array<Mark>(count).fill(mark);

describe("the verifier of live rounds", () => {
	it.each([
		["the newest hash", hashOf(100), [...all("good", 50)]],
		["a newer hash than the list", hashOf(104), [...all("good", 50)]],
		["a hash within the list", hashOf(70), [...all("unchecked", 30), ...all("good", 20)]],
		["a hash in upper case", hashOf(100).toUpperCase(), [...all("good", 50)]],
		["a hash of another chain", "ab".repeat(32), [...all("unchecked", 50)]],
		["an older hash than the list", hashOf(50), [...all("unchecked", 50)]],
	])("verifies the listed rounds from %s on", (_what, hash, marks) => {
		const crashPoint = liveCrashPoint(hash, SALT);
		expect(verifyLive({ hash, salt: SALT }, listed(51, 100))).toMatchObject({ crashPoint, marks });
	});

	it("marks rounds with a changed multiplier, a changed hash with a matching multiplier, or swapped ones", () => {
		const rounds = listed(91, 100);
		const forged = "cd".repeat(32);
		rounds[1] = { number: 99, hash: hashOf(99), crashPoint: null };
		rounds[2] = { number: 98, hash: forged, crashPoint: null };
		rounds[3] = { number: 97, hash: hashOf(97), crashPoint: 123_45 };
		rounds[5] = { number: 95, hash: forged, crashPoint: liveCrashPoint(forged, SALT) };
		const [one, other] = [rounds[7], rounds[8]];
		if (!one || !other) throw new Error("no rounds");
		rounds[7] = { ...other, number: one.number };
		rounds[8] = { ...one, number: other.number };
		const marks = marksOf(hashOf(100), rounds)?.map((mark) => mark === "bad");
		expect(marks?.flatMap((isBad, at) => (isBad ? [at] : []))).toEqual([2, 3, 5, 7, 8]);
	});

	it.each(["", "abc", "5e".repeat(31), "5e".repeat(33), "zz".repeat(32), `${"5e".repeat(31)}5 `])(
		"returns nothing for the invalid hash %j",
		(hash) => expect(marksOf(hash, listed(91, 100))).toBeUndefined(),
	);
});

describe("the walk to the commitment", () => {
	it("pauses after the given number of steps and can be resumed", () => {
		let walk: Walk = { hash: hashOf(100), steps: 0, arrived: false };
		for (let i = 1; i <= 3; i++) {
			walk = walkOn(walk, COMMITMENT, 30);
			expect(walk).toEqual({ hash: hashOf(100 - 30 * i), steps: 30 * i, arrived: false });
		}
		expect(walkOn(walk, COMMITMENT, 30)).toEqual({ hash: COMMITMENT, steps: 100, arrived: true });
	});
});

it("the form fields are the selected round, the URL, or the newest round and the chain's salt, and no secret", () => {
	const open = (query: string, round?: { hash: string | undefined }) =>
		liveFields(new URLSearchParams(query), SALT, round, { hash: "n" });
	expect(open("")).toEqual({ hash: "n", salt: SALT });
	expect(open("hash=%20h%20&salt=s")).toEqual({ hash: "h", salt: "s" });
	expect(open("hash=&salt=")).toEqual({ hash: "", salt: "" });
	expect(open("hash=h", { hash: "r" })).toEqual({ hash: "r", salt: SALT });
	expect(open("hash=h", { hash: undefined }), "while it is secret").toEqual({ hash: "", salt: SALT });
});
