import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hashBefore, LIVE_RTP, liveCrashPoint } from "~/games/crash/engine/live-draw";
import { propertySeed, sized } from "../../../../support/test-size";

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
			{ numRuns: sized(150, 3000), seed: propertySeed(20260304) },
		);
	});

	it("is at least 1.00x, although 99 / (1 - X) starts at 0.99, and at most 1000.00x", () => {
		for (const [number, limit] of [
			[0n, 100],
			[2n ** 52n - 1n, 100_000],
		] as const) {
			expect(pointOf(number)).toBe(limit);
			expect(
				liveCrashPoint(
					findHash("salt", (point) => point === limit),
					"salt",
				),
			).toBe(limit);
		}
		const hash = "0123456789abcdef".repeat(4);
		expect(liveCrashPoint(hash.toUpperCase(), "salt"), "in upper case").toBe(liveCrashPoint(hash, "salt"));
	});

	it.each(["abc", "zz".repeat(32)])("is not computed for the invalid hash %j", (hash) => {
		expect(() => liveCrashPoint(hash, "salt")).toThrow();
		expect(() => hashBefore(hash)).toThrow();
	});
});

it("the chain is computed backwards by SHA-256 of the bytes, as computed by Node", () => {
	fc.assert(
		fc.property(hash32, (hash) => {
			expect(hashBefore(hash)).toBe(hashBeforeByNode(hash));
		}),
		{ numRuns: sized(100, 2000), seed: propertySeed(20260304) },
	);
	expect(hashBefore("00".repeat(32))).toBe(
		"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
	);
});

it("the return is 99% at every target by the exact count of the 2^52 numbers that reach it", () => {
	const whole = 2n ** 52n;
	for (let target = 101n; target <= 100_000n; target += target < 500n ? 1n : 997n) {
		const reaching = (99n * whole) / target;
		expect(pointOf(whole - reaching)).toBeGreaterThanOrEqual(Number(target));
		expect(pointOf(whole - reaching - 1n)).toBeLessThan(Number(target));
		expect((Number(reaching) / 2 ** 52) * (Number(target) / 100)).toBeCloseTo(LIVE_RTP, 10);
	}
});
