import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commitmentTo, DRAW_RANGE, drawNumbers } from "~/games/fairness/draws";

/** The published construction, computed with Node's crypto module. */
function drawByNode(serverSeed: string, clientSeed: string, nonce: number, count: number): number[] {
	const bytes: Buffer[] = [];
	for (let cursor = 0; cursor * 8 < count; cursor++) {
		bytes.push(createHmac("sha256", serverSeed).update(`${clientSeed}:${nonce}:${cursor}`).digest());
	}
	const all = Buffer.concat(bytes);
	return Array.from({ length: count }, (_, i) => all.readUInt32BE(i * 4));
}

const seedText = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);

describe("drawn numbers", () => {
	it("match HMAC-SHA256 as computed by Node, also beyond the first block", () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" }),
				seedText,
				fc.nat(2 ** 31),
				fc.integer({ min: 0, max: 50 }),
				(serverSeed, clientSeed, nonce, count) => {
					const drawn = drawNumbers({ serverSeed, clientSeed, nonce }, count);
					expect([...drawn]).toEqual(drawByNode(serverSeed, clientSeed, nonce, count));
				},
			),
			{ numRuns: 500, seed: 20260304 },
		);
	});

	it("never change for known seeds", () => {
		const drawn = drawNumbers({ serverSeed: "a".repeat(64), clientSeed: "plateia", nonce: 3 }, 50);
		const digest = createHmac("sha256", "a".repeat(64)).update("plateia:3:6").digest();
		expect(drawn[48]).toBe(digest.readUInt32BE(0));
		expect(drawn[49]).toBe(digest.readUInt32BE(4));
		expect(drawn).toHaveLength(50);
	});

	it("of a shorter draw are a prefix of those of a longer one", () => {
		const key = { serverSeed: "s", clientSeed: "c", nonce: 0 };
		expect([...drawNumbers(key, 50)].slice(0, 9)).toEqual([...drawNumbers(key, 9)]);
	});

	it.each([
		["server seed", { serverSeed: "t" }],
		["client seed", { clientSeed: "d" }],
		["nonce", { nonce: 1 }],
	])("change with the %s", (_part, change) => {
		const key = { serverSeed: "s", clientSeed: "c", nonce: 0 };
		expect([...drawNumbers({ ...key, ...change }, 8)]).not.toEqual([...drawNumbers(key, 8)]);
	});

	it("have a range of 2^32", () => {
		expect(DRAW_RANGE).toBe(4_294_967_296);
	});
});

it("the commitment to a server seed is the hexadecimal SHA-256 of its text", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), (seed) => {
			expect(commitmentTo(seed)).toBe(createHash("sha256").update(seed).digest("hex"));
		}),
		{ seed: 20260304 },
	);
});
