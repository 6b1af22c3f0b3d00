import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashBefore, LIVE_RTP, liveCrashPoint } from "~/games/crash/engine/live-draw";

const seed = 20260304;
const hash32 = fc
	.uint8Array({ minLength: 32, maxLength: 32 })
	.map((bytes) => Buffer.from(bytes).toString("hex"));
const saltText = fc.string({ maxLength: 80, unit: "grapheme" });

/** The published formula, computed with Node's crypto module and exact arithmetic. */
function crashPointByNode(hash: string, salt: string): number {
	const digest = createHmac("sha256", Buffer.from(hash, "hex")).update(salt).digest();
	const number = digest.readBigUInt64BE(0) >> 12n;
	return pointOf(number);
}

/** max(1, floor(99 / (1 - X)) / 100), at most 1000, with X = number / 2^52, in hundredths. */
function pointOf(number: bigint): number {
	const point = Number((99n * 2n ** 52n) / (2n ** 52n - number));
	return Math.min(100_000, Math.max(100, point));
}

const hashBeforeByNode = (hash: string): string =>
	createHash("sha256").update(Buffer.from(hash, "hex")).digest("hex");

/** Searches a hash with a rare crash point. */
function findHash(salt: string, isWanted: (crashPoint: number) => boolean): string {
	for (let i = 0; i < 1_000_000; i++) {
		const hash = createHash("sha256").update(`wanted ${i}`).digest("hex");
		if (isWanted(crashPointByNode(hash, salt))) return hash;
	}
	throw new Error("no such hash");
}

describe("the crash point of a hash", () => {
	it.each([
		["00".repeat(32), "plateia", 107],
		["ff".repeat(32), "plateia", 387],
		["0123456789abcdef".repeat(4), "", 450],
		["0123456789abcdef".repeat(4), "São João, 24 de junho", 567],
	])("of %s with the salt %j never changes", (hash, salt, crashPoint) => {
		expect(crashPointByNode(hash, salt)).toBe(crashPoint);
		expect(liveCrashPoint(hash, salt)).toBe(crashPoint);
	});

	it("matches HMAC-SHA256 as computed by Node for any hash and salt", () => {
		fc.assert(
			fc.property(hash32, saltText, (hash, salt) => {
				expect(liveCrashPoint(hash, salt)).toBe(crashPointByNode(hash, salt));
			}),
			{ numRuns: 3_000, seed },
		);
	});

	it("does not depend on the case of the hash", () => {
		const hash = "0123456789abcdef".repeat(4);
		expect(liveCrashPoint(hash.toUpperCase(), "salt")).toBe(liveCrashPoint(hash, "salt"));
	});

	it("is at least 1.00x, although 99 / (1 - X) starts at 0.99", () => {
		expect(pointOf(0n)).toBe(100);
		const hash = findHash("salt", (point) => point === 100);
		expect(liveCrashPoint(hash, "salt")).toBe(100);
	});

	it("is at most 1000.00x", () => {
		expect(pointOf(2n ** 52n - 1n)).toBe(100_000);
		const hash = findHash("salt", (point) => point === 100_000);
		expect(liveCrashPoint(hash, "salt")).toBe(100_000);
	});

	it.each(["abc", "zz".repeat(32)])("is not computed for the invalid hash %j", (hash) => {
		expect(() => liveCrashPoint(hash, "salt")).toThrow();
		expect(() => hashBefore(hash)).toThrow();
	});
});

describe("the chain", () => {
	it("is computed backwards by SHA-256 of the bytes, as computed by Node", () => {
		fc.assert(
			fc.property(hash32, (hash) => {
				expect(hashBefore(hash)).toBe(hashBeforeByNode(hash));
			}),
			{ numRuns: 2_000, seed },
		);
		expect(hashBefore("00".repeat(32))).toBe(
			"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
		);
	});

	it("leads from any round to the commitment and not in the other direction", () => {
		const chain = ["5e".repeat(32)];
		for (let i = 0; i < 100; i++) chain.push(hashBefore(chain.at(-1) ?? ""));
		expect(new Set(chain).size).toBe(101);
		for (const [i, hash] of chain.entries()) {
			if (i > 0) expect(hashBeforeByNode(chain[i - 1] ?? "")).toBe(hash);
		}
	});
});

it("the return is 99% at every target by the exact count of the 2^52 numbers that reach it", () => {
	const whole = 2n ** 52n;
	for (let target = 101n; target <= 100_000n; target += target < 2_000n ? 1n : 97n) {
		const reaching = (99n * whole) / target;
		expect(pointOf(whole - reaching)).toBeGreaterThanOrEqual(Number(target));
		expect(pointOf(whole - reaching - 1n)).toBeLessThan(Number(target));
		expect((Number(reaching) / 2 ** 52) * (Number(target) / 100)).toBeCloseTo(LIVE_RTP, 10);
	}
});
