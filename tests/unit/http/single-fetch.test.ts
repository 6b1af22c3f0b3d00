import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { encodeAnswer } from "~/http/single-fetch.server";
import { pickFrom, type Random, seededRandom } from "../../support/random";

/** Remix's encoder and decoder, resolved from a package that depends on them. */
const require = createRequire(import.meta.url);
const { encode, decode } = createRequire(require.resolve("@remix-run/react/package.json"))(
	"turbo-stream",
) as {
	encode(value: unknown): ReadableStream<Uint8Array>;
	decode(body: ReadableStream<Uint8Array>): Promise<{ value: unknown }>;
};
const asRemix = (value: unknown) => new Response(encode(value)).text();

function anyValue(random: Random, depth = 3): unknown {
	const many = Array.from({ length: Math.floor(random() * 4) });
	const leaves = [null, undefined, true, false, 0, 1, -7, 0.5, 1e21, "", 'é\n"', "\u2028", "data"];
	const leaf = () => leaves[Math.floor(random() * leaves.length)];
	const list = () => many.map(() => anyValue(random, depth - 1));
	const object = () =>
		Object.fromEntries(
			many.map(() => [pickFrom(["data", "a b", "0", "_1", "ok"], random), anyValue(random, depth - 1)]),
		);
	return depth === 0 ? leaf() : pickFrom([leaf, list, object], random)();
}

describe("an encoded answer", () => {
	it("has the bytes that Remix sends", async () => {
		expect(encodeAnswer({ data: { ok: true, list: [1, 1, "ok"] } })).toBe(
			await asRemix({ data: { ok: true, list: [1, 1, "ok"] } }),
		);
	});

	it("is decoded to the same value, for 500 random ones", async () => {
		const random = seededRandom(7);
		for (let count = 0; count < 500; count += 1) {
			const answer = { data: anyValue(random) };
			const text = encodeAnswer(answer);
			const { value } = await decode(new Blob([text ?? ""]).stream());
			expect(value, text).toStrictEqual(answer);
		}
	});

	it("contains an object that occurs twice once, also within itself", async () => {
		const mug = { name: "mug" };
		expect(encodeAnswer({ data: [mug, mug] })).toBe(await asRemix({ data: [mug, mug] }));
	});

	it.each([
		["a date", new Date(0)],
		["a promise", Promise.resolve(1)],
		["an error", new Error("fault")],
		["a map", new Map()],
		["a file", new File([], "a.png")],
		["not a number", Number.NaN],
		["a big number", 1n],
	])("does not exist for %s", (_, value) => {
		expect(encodeAnswer({ data: [{ value }] })).toBeUndefined();
	});
});
