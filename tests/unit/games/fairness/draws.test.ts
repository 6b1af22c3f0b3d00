import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { commitmentTo, drawNumbers } from "~/games/fairness/draws";
import { DRAW_RANGE } from "~/games/fairness/numbers";
import { propertySeed, sized } from "../../../support/test-size";

/** The published construction, computed with Node's crypto module. */
function drawByNode(serverSeed: string, clientSeed: string, nonce: number, count: number): number[] {
	const bytes: Buffer[] = [];
	for (let cursor = 0; cursor * 8 < count; cursor++) {
		bytes.push(createHmac("sha256", serverSeed).update(`${clientSeed}:${nonce}:${cursor}`).digest());
	}
	const all = Buffer.concat(bytes);
	return Array.from({ length: count }, (_, i) => all.readUInt32BE(i * 4));
}

it("drawn numbers and commitments match HMAC-SHA256 and SHA-256 as computed by Node, also beyond a block", () => {
	const anySeed = fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" });
	const clientText = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);
	fc.assert(
		fc.property(anySeed, clientText, fc.nat(2 ** 31), fc.nat(50), (serverSeed, clientSeed, nonce, count) => {
			const drawn = drawNumbers({ serverSeed, clientSeed, nonce }, count);
			expect([...drawn]).toEqual(drawByNode(serverSeed, clientSeed, nonce, count));
			expect(commitmentTo(serverSeed)).toBe(createHash("sha256").update(serverSeed).digest("hex"));
		}),
		{ numRuns: sized(100, 2000), seed: propertySeed(20260304) },
	);
	expect(DRAW_RANGE).toBe(4_294_967_296);
});
