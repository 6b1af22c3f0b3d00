import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { liveCrashPoint } from "~/games/crash/engine/live-draw";
import {
	isHash,
	type ListedRound,
	liveFields,
	type Mark,
	SERVER_STEPS,
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
function listed(first: number, last: number): ListedRound[] {
	const rounds: ListedRound[] = [];
	for (let number = last; number >= first; number--) {
		rounds.push({ number, hash: hashOf(number), crashPoint: liveCrashPoint(hashOf(number), SALT) });
	}
	return rounds;
}

const marksOf = (hash: string, rounds: readonly ListedRound[], salt = SALT): readonly Mark[] | undefined =>
	verifyLive({ hash, salt }, rounds)?.marks;
const all = (mark: Mark, count: number) => new Array<Mark>(count).fill(mark);

describe("the verifier of live rounds", () => {
	it("shows the crash point of a hash and the hash before it", () => {
		expect(verifyLive({ hash: hashOf(80), salt: SALT }, [])).toEqual({
			crashPoint: liveCrashPoint(hashOf(80), SALT),
			before: hashOf(79),
			marks: [],
		});
	});

	it("verifies all listed rounds from the newest hash", () => {
		expect(marksOf(hashOf(100), listed(51, 100))).toEqual(all("good", 50));
	});

	it("leaves rounds after the hash unchecked", () => {
		expect(marksOf(hashOf(70), listed(51, 100))).toEqual([...all("unchecked", 30), ...all("good", 20)]);
	});

	it("verifies the list from a hash that is newer than the list", () => {
		expect(marksOf(hashOf(104), listed(51, 100))).toEqual(all("good", 50));
	});

	it("checks no round from a hash of another chain or from an older hash", () => {
		expect(marksOf("ab".repeat(32), listed(51, 100))).toEqual(all("unchecked", 50));
		expect(marksOf(hashOf(50), listed(51, 100))).toEqual(all("unchecked", 50));
	});

	it("marks a round with a changed multiplier", () => {
		const rounds = listed(91, 100);
		rounds[3] = { ...rounds[3], number: 97, hash: hashOf(97), crashPoint: 123_45 };
		expect(marksOf(hashOf(100), rounds)).toEqual([...all("good", 3), "bad", ...all("good", 6)]);
	});

	it("marks a round with a changed hash and a matching multiplier", () => {
		const forged = "cd".repeat(32);
		const rounds = listed(91, 100);
		rounds[5] = { number: 95, hash: forged, crashPoint: liveCrashPoint(forged, SALT) };
		expect(marksOf(hashOf(100), rounds)).toEqual([...all("good", 5), "bad", ...all("good", 4)]);
	});

	it("marks rounds that were swapped", () => {
		const rounds = listed(91, 100);
		const [one, other] = [rounds[2], rounds[6]];
		if (!one || !other) throw new Error("no rounds");
		rounds[2] = { ...other, number: one.number };
		rounds[6] = { ...one, number: other.number };
		const marks = marksOf(hashOf(100), rounds) ?? [];
		expect(marks.filter((mark) => mark === "bad")).toHaveLength(2);
		expect([marks[2], marks[6]]).toEqual(["bad", "bad"]);
	});

	it("marks the multipliers under another salt", () => {
		const marks = marksOf(hashOf(100), listed(91, 100), "other") ?? [];
		expect(marks.filter((mark) => mark === "bad").length).toBeGreaterThan(8);
	});

	it("checks the hash of a voided round, which has no multiplier", () => {
		const rounds = listed(91, 100).map((round) => ({ ...round, crashPoint: null }));
		expect(marksOf(hashOf(100), rounds)).toEqual(all("good", 10));
		rounds[4] = { number: 96, hash: "cd".repeat(32), crashPoint: null };
		expect(marksOf(hashOf(100), rounds)?.[4]).toBe("bad");
	});

	it("accepts missing round numbers", () => {
		const rounds = listed(91, 100).filter(({ number }) => number !== 95 && number !== 96);
		expect(marksOf(hashOf(100), rounds)).toEqual(all("good", 8));
	});

	it("accepts a hash in upper case", () => {
		expect(verifyLive({ hash: hashOf(100).toUpperCase(), salt: SALT }, listed(91, 100))).toEqual(
			verifyLive({ hash: hashOf(100), salt: SALT }, listed(91, 100)),
		);
	});

	it.each(["", "abc", "5e".repeat(31), "5e".repeat(33), "zz".repeat(32), `${"5e".repeat(31)}5 `])(
		"returns nothing for the invalid hash %j",
		(hash) => {
			expect(isHash(hash)).toBe(false);
			expect(verifyLive({ hash, salt: SALT }, listed(91, 100))).toBeUndefined();
		},
	);
});

describe("the walk to the commitment", () => {
	it("costs the server at most 50 ms of CPU time per request", () => {
		const cpuMs = () => {
			const before = process.cpuUsage();
			const walk = walkOn({ hash: "ab".repeat(32), steps: 0 }, COMMITMENT, SERVER_STEPS);
			const { user, system } = process.cpuUsage(before);
			expect(walk).toMatchObject({ steps: SERVER_STEPS, arrived: false });
			return (user + system) / 1000;
		};
		expect(Math.min(cpuMs(), cpuMs(), cpuMs())).toBeLessThan(50);
	});

	const start = (number: number) => ({ hash: hashOf(number), steps: 0 });

	it.each([1, 2, 57, LENGTH])("from round %i takes as many steps as its number", (number) => {
		expect(walkOn(start(number), COMMITMENT, 1_000)).toEqual({
			hash: COMMITMENT,
			steps: number,
			arrived: true,
		});
	});

	it("pauses after the given number of steps and can be resumed", () => {
		let walk: Walk = { ...start(100), arrived: false };
		for (let i = 1; i <= 3; i++) {
			walk = walkOn(walk, COMMITMENT, 30);
			expect(walk).toEqual({ hash: hashOf(100 - 30 * i), steps: 30 * i, arrived: false });
		}
		expect(walkOn(walk, COMMITMENT, 30)).toEqual({ hash: COMMITMENT, steps: 100, arrived: true });
	});

	it("is complete when it starts at the commitment, and stays complete", () => {
		const complete = { hash: COMMITMENT, steps: 0, arrived: true };
		expect(walkOn(start(0), COMMITMENT, 10)).toEqual(complete);
		expect(walkOn(complete, COMMITMENT, 10)).toEqual(complete);
		expect(walkOn(start(5), COMMITMENT, 0)).toEqual({ hash: hashOf(5), steps: 0, arrived: false });
	});

	it("does not reach the commitment from a hash of another chain", () => {
		expect(walkOn({ hash: "ab".repeat(32), steps: 0 }, COMMITMENT, 500)).toMatchObject({
			steps: 500,
			arrived: false,
		});
	});
});

describe("the form fields", () => {
	const newest = { hash: "n" };
	const open = (query: string, round?: { hash: string | undefined }, first = true) =>
		liveFields(new URLSearchParams(query), SALT, round, first ? newest : undefined);

	it("default to the newest round and the chain's salt", () => {
		expect(open("")).toEqual({ hash: "n", salt: SALT });
		expect(open("", undefined, false)).toEqual({ hash: "", salt: SALT });
	});

	it("take the values of the URL, including empty ones", () => {
		expect(open("hash=%20h%20&salt=s")).toEqual({ hash: "h", salt: "s" });
		expect(open("hash=&salt=")).toEqual({ hash: "", salt: "" });
	});

	it("take the values of the selected round, without its hash while that is secret", () => {
		expect(open("hash=h", { hash: "r" })).toEqual({ hash: "r", salt: SALT });
		expect(open("hash=h", { hash: undefined })).toEqual({ hash: "", salt: SALT });
	});
});
