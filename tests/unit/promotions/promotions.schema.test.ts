import { describe, expect, it } from "vitest";
import { hoursIn } from "~/promotions/promotions";
import { promotionSchema } from "~/promotions/promotions.schema";
import { formParser } from "../../support/forms";

const GOOD = {
	idempotencyKey: "0b2f7c1e-9d7a-4a53-8a40-1f0c2c7b9a11",
	revision: "3",
	title: "Aurora",
	description: "",
	minDeposit: "",
	cashback: "",
	welcomeBonus: "",
	pat: "",
	promocode: "",
	claimUrl: "https://casino.example/claim",
	image: "",
};
const EMPTY = {
	description: null,
	minDeposit: null,
	cashback: null,
	welcomeBonus: null,
	pat: null,
	promocode: null,
};
const parse = formParser(promotionSchema, GOOD);

describe("the promotion form", () => {
	it("requires a title and a claim URL, and has null for empty or blank fields", () => {
		expect(parse()).toMatchObject({ value: { ...GOOD, ...EMPTY, revision: 3 } });
		const blanks = { description: " \n ", cashback: " ", welcomeBonus: "\t", promocode: "  " };
		expect(parse(blanks)).toMatchObject({ value: EMPTY });
		expect(parse({ title: " ", claimUrl: " " }).reply().error).toEqual({
			title: ["itemNameInvalid"],
			claimUrl: ["claimUrlInvalid"],
		});
	});

	it.each([
		["minDeposit", "0", 0],
		["minDeposit", "10", 10],
		["minDeposit", "12,50", 12.5],
		["minDeposit", "12.5", 12.5],
		["minDeposit", " 1 000 ", 1000],
		["pat", "24", 24],
		["pat", "1,5", 1.5],
		["pat", "0", 0],
	])("accepts %s %j", (field, text, number) => {
		expect(parse({ [field]: text })).toMatchObject({ value: { [field]: number } });
	});

	it("keeps a description's line breaks", () => {
		expect(parse({ description: "One\nTwo\n\nThree" })).toMatchObject({
			value: { description: "One\nTwo\n\nThree" },
		});
	});

	it.each([
		["minDeposit", "minDepositInvalid", ["-1", "1.000", "abc", "1e3", "12,505", "NaN", "€"]],
		["pat", "hoursInvalid", ["-1", "24h", "1.234", "123456", "1e2", "many"]],
		["title", "itemNameInvalid", ["a".repeat(101), "\u200b\u3164"]],
		["description", "promotionTextTooLong", ["a".repeat(2001)]],
		["welcomeBonus", "bonusTooLong", ["a".repeat(101)]],
		["cashback", "shortTextTooLong", ["a".repeat(61)]],
		["promocode", "shortTextTooLong", ["a".repeat(61)]],
		[
			"claimUrl",
			"claimUrlInvalid",
			[
				"javascript:alert(1)",
				"JAVASCRIPT://x/%0aalert(1)",
				"data:text/html,x",
				"vbscript:x",
				"/promotions",
				"//casino.example",
				"casino.example",
				"https://a:b@casino.example/",
			],
		],
		["image", "imageUrlInvalid", ["javascript:alert(1)", "data:image/png;base64,xx", "x.svg", "aurora.webp"]],
		["revision", "pageExpired", ["", "x"]],
	])("rejects an invalid %s with %s", (field, code, texts) => {
		for (const text of texts)
			expect(parse({ [field]: text }).reply().error, text).toEqual({ [field]: [code] });
	});
});

it.each([
	["24", 24],
	[" 1,25 ", 1.25],
	["", undefined],
	["1,2,3", undefined],
])("the text %j is parsed as %s hours", (text, hours) => {
	expect(hoursIn(text)).toBe(hours);
});
