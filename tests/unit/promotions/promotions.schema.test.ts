import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blocksOf, hoursIn } from "~/promotions/promotions";
import { promotionSchema } from "~/promotions/promotions.schema";
import { formParser } from "../../support/forms";
import { propertySeed } from "../../support/test-size";

const GOOD = {
	...{ idempotencyKey: "0b2f7c1e-9d7a-4a53-8a40-1f0c2c7b9a11", revision: "3", title: "Aurora" },
	...{ description: "", minDeposit: "", cashback: "", welcomeBonus: "", pat: "", promocode: "" },
	...{ claimUrl: "https://casino.example/claim", image: "" },
};
const EMPTY = {
	...{ description: null, minDeposit: null, cashback: null, welcomeBonus: null, pat: null, promocode: null },
};
const parse = formParser(promotionSchema, GOOD);

describe("the promotion form", () => {
	it("requires a title and a claim URL, keeps line breaks, and has null for empty or blank fields", () => {
		expect(parse()).toMatchObject({ value: { ...GOOD, ...EMPTY, revision: 3 } });
		const description = "One\nTwo\n\nThree";
		expect(parse({ description })).toMatchObject({ value: { description } });
		const blanks = { description: " \n ", cashback: " ", welcomeBonus: "\t", promocode: "  " };
		expect(parse(blanks)).toMatchObject({ value: EMPTY });
		expect(parse({ title: " ", claimUrl: " " }).reply().error).toEqual({
			title: ["itemNameInvalid"],
			claimUrl: ["claimUrlInvalid"],
		});
	});

	it.each([
		["minDeposit", "0", 0],
		["minDeposit", "12,50", 12.5],
		["minDeposit", " 1 000 ", 1000],
		["pat", "1,5", 1.5],
	])("accepts %s %j", (field, text, number) => {
		expect(parse({ [field]: text })).toMatchObject({ value: { [field]: number } });
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
			["JAVASCRIPT://x/%0aalert(1)", "data:text/html,x", "//casino.example", "https://a:b@casino.example/"],
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

it.each<[string, ReturnType<typeof blocksOf>]>([
	["One\nTwo", ["One\nTwo"]],
	[
		"Intro\n\n• New accounts\n•  One per person \nOutro",
		["Intro", ["New accounts", "One per person"], "Outro"],
	],
	["- a\n* b\n– c", [["a", "b", "c"]]],
	["-50% off\n•no space\n—", ["-50% off\n•no space\n—"]],
	["• a\n\n• b", [["a"], ["b"]]],
	["", []],
])("the description %j is shown as paragraphs and lists", (text, blocks) => {
	expect(blocksOf(text)).toEqual(blocks);
});

it("no word of a description is lost", () => {
	const words = (text: string) => text.split(/[\s•*–-]+/).filter(Boolean);
	fc.assert(
		fc.property(fc.array(fc.constantFrom("• ", "- ", "a", "b c", "\n", " ")), (parts) => {
			const text = parts.join("");
			expect(words(blocksOf(text).flat().join("\n"))).toEqual(words(text));
		}),
		{ seed: propertySeed(20260304) },
	);
});
