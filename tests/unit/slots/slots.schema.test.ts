import { describe, expect, it } from "vitest";
import { isDemoAddress } from "~/slots/slots";
import { slotSchema } from "~/slots/slots.schema";
import { formParser } from "../../support/forms";

const GOOD = {
	idempotencyKey: "0b2f7c1e-9d7a-4a53-8a40-1f0c2c7b9a11",
	name: "Wolf",
	provider: "",
	image: "",
	description: "",
	demoUrl: "https://demo.example/wolf?lang=pt",
};
const parse = formParser(slotSchema, GOOD);

describe("the slot form", () => {
	it("requires a name and a demo URL, and no other field", () => {
		expect(parse()).toMatchObject({ status: "success", value: GOOD });
		expect(parse({ name: "  ", demoUrl: "" }).reply().error).toEqual({
			name: ["itemNameInvalid"],
			demoUrl: ["demoUrlInvalid"],
		});
	});

	it.each([
		["name", "itemNameInvalid", ["a".repeat(101), "\u200b\u3164"]],
		["provider", "shortTextTooLong", ["a".repeat(61)]],
		["description", "descriptionTooLong", ["a".repeat(1001)]],
		[
			"image",
			"imageInvalid",
			["javascript:alert(1)", "data:image/png;base64,xx", "../x.png", "https://a:b@x/y.png"],
		],
		[
			"demoUrl",
			"demoUrlInvalid",
			[
				"javascript:alert(1)",
				"data:text/html,x",
				"http://demo.example/",
				"//demo.example/",
				"demo.example",
				"https://ana:secret@demo.example/",
				`https://demo.example/${"a".repeat(2000)}`,
			],
		],
		["revision", "pageExpired", ["x", "1.5"]],
	])("rejects an invalid %s with %s", (field, code, texts) => {
		for (const text of texts)
			expect(parse({ [field]: text }).reply().error, text).toEqual({ [field]: [code] });
	});

	it("accepts texts unchanged, including markup and other scripts", () => {
		const name = '<script>alert(1)</script> "><img onerror=x> مرحبا 🎰';
		expect(parse({ name })).toMatchObject({ value: { name } });
	});
});

it.each([
	["https://demo.example/a", true],
	["https://eu.play.example/a", true],
	["http://demo.example/a", false],
	["https://demo.example:8443/a", false],
	["https://demo.example.evil.example/a", false],
	["https://demo.example@evil.example/a", false],
	["javascript:alert('https://demo.example/')", false],
])("a demo at %s is allowed: %s", (address, isAllowed) => {
	expect(isDemoAddress(address, ["demo.example", "*.play.example"])).toBe(isAllowed);
});
