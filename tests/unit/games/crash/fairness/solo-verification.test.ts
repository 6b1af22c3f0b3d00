import { describe, expect, it } from "vitest";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { soloFields, verifySolo } from "~/games/crash/fairness/solo-verification";
import { commitmentTo, drawNumbers } from "~/games/fairness/draws";

const good = { serverSeed: "s", clientSeed: "c", nonce: "0", version: "1" };
const verify = (fields: Partial<typeof good>) => verifySolo({ ...good, ...fields });

describe("the verifier of solo flights", () => {
	it("shows the commitment, the drawn number, its share and the crash point of both draws", () => {
		const [drawn = 0] = drawNumbers({ serverSeed: "s", clientSeed: "c", nonce: 0 }, 1);
		const shown = { commitment: commitmentTo("s"), drawn, share: (drawn / 2 ** 32).toFixed(6) };
		for (const draw of [SOLO_DRAWS.table, SOLO_DRAWS.even]) {
			const crashPoint = draw.crashPoint(drawn);
			expect(verify({ version: String(draw.version) })).toEqual({ ...shown, crashPoint });
		}
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
