import { describe, expect, it } from "vitest";
import { soloFields, verifySolo } from "~/games/crash/fairness/solo-verification";

const good = { serverSeed: "s", clientSeed: "c", nonce: "0", version: "1" };
const verify = (fields: Partial<typeof good>) => verifySolo({ ...good, ...fields });

describe("the verifier of solo flights", () => {
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
