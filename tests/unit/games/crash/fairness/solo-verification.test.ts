import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { soloFields, verifySolo } from "~/games/crash/fairness/solo-verification";
import { propertySeed, sized } from "../../../../support/test-size";

const good = { serverSeed: "s", clientSeed: "c", nonce: "0", version: "1" };
const verify = (fields: Partial<typeof good>) => verifySolo({ ...good, ...fields });

/** The published draws, computed with Node's crypto module and exact arithmetic. */
function byNode(serverSeed: string, clientSeed: string, nonce: number, version: number) {
	const drawn = createHmac("sha256", serverSeed).update(`${clientSeed}:${nonce}:0`).digest().readUInt32BE(0);
	const n = BigInt(drawn) * 100n;
	const whole = 2n ** 32n;
	const bands = [
		[0n, 30n, 100n, 150n],
		[30n, 60n, 150n, 250n],
		[60n, 85n, 250n, 500n],
		[85n, 100n, 500n, 1000n],
	] as const;
	const [low, high, from, to] = bands.find(([, end]) => n < end * whole) ?? bands[3];
	const table = from + ((n - low * whole) * (to - from)) / ((high - low) * whole);
	const even = (99n * whole) / (whole - BigInt(drawn));
	const crashPoint = version === 1 ? table : even < 100n ? 100n : even > 100_000n ? 100_000n : even;
	return {
		commitment: createHash("sha256").update(serverSeed).digest("hex"),
		drawn,
		share: (drawn / 2 ** 32).toFixed(6),
		crashPoint: Number(crashPoint),
	};
}

describe("the verifier of solo flights", () => {
	it("matches the published construction for any seeds and both draws", () => {
		const seedText = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);
		fc.assert(
			fc.property(
				seedText,
				seedText,
				fc.nat(2 ** 31),
				fc.constantFrom(1, 2),
				(serverSeed, clientSeed, nonce, version) => {
					const fields = { serverSeed, clientSeed, nonce: String(nonce), version: String(version) };
					expect(verifySolo(fields)).toEqual(byNode(serverSeed, clientSeed, nonce, version));
				},
			),
			{ numRuns: sized(100, 1000), seed: propertySeed(20260304) },
		);
	});

	it.each([
		...["", "-1", "1.5", "9007199254740993"].map((nonce) => ({ nonce })),
		...["", "3", "01", "table"].map((version) => ({ version })),
		...[{ serverSeed: "" }, { clientSeed: "" }],
	])("returns nothing for %o", (fields) => expect(verify(fields)).toBeUndefined());
});

describe("the form fields", () => {
	const address = new URLSearchParams("serverSeed=a&clientSeed=b&nonce=7&version=2");

	it("take the values of the URL, and default to the table", () => {
		const given = { serverSeed: "a", clientSeed: "b", nonce: "7", version: "2" };
		expect(soloFields(address, undefined)).toEqual(given);
		const none = { serverSeed: "", clientSeed: "", nonce: "", version: "1" };
		expect(soloFields(new URLSearchParams(), undefined)).toEqual(none);
	});

	it("take the values of the selected round, without its server seed while that is secret", () => {
		const draw = { clientSeed: "c", nonce: 3, version: 2, serverSeed: undefined };
		const shown = { serverSeed: "", clientSeed: "c", nonce: "3", version: "2" };
		expect(soloFields(address, { draw })).toEqual(shown);
		expect(soloFields(address, { draw: { ...draw, serverSeed: "s" } }).serverSeed).toBe("s");
		expect(soloFields(address, { draw: undefined }).serverSeed).toBe("a");
	});
});
