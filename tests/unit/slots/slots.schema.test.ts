import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	isSharedSlotList,
	keptSlotQuery,
	listSlots,
	providersOf,
	SLOT_SORTS,
	type SlotList,
	slotListIn,
	slotListQuery,
} from "~/slots/slot-list";
import { isDemoAddress } from "~/slots/slots";
import { slotSchema } from "~/slots/slots.schema";
import { formParser } from "../../support/forms";
import { propertySeed } from "../../support/test-size";

const GOOD = {
	...{ idempotencyKey: "0b2f7c1e-9d7a-4a53-8a40-1f0c2c7b9a11", name: "Wolf", provider: "", image: "" },
	...{ description: "", demoUrl: "https://demo.example/wolf?lang=pt" },
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
				...["javascript:alert(1)", "http://demo.example/", "//demo.example/", "demo.example"],
				...["https://ana:secret@demo.example/", `https://demo.example/${"a".repeat(2000)}`],
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

const SLOTS = [
	{ name: "Wolf", provider: "Pragmatic Play" },
	{ name: "Águia", provider: "NetEnt" },
	{ name: "beach", provider: "" },
	{ name: "Aztec", provider: "Pragmatic Play" },
];
const DEFAULT: SlotList = { sort: "newest", search: "", provider: "" };
const names = (list: Partial<SlotList>) => listSlots(SLOTS, { ...DEFAULT, ...list }).map(({ name }) => name);

describe("the list of slots", () => {
	it("has the newest first, or is sorted by name without regard to case and accents", () => {
		expect(names({})).toEqual(["Wolf", "Águia", "beach", "Aztec"]);
		expect(names({ sort: "name" })).toEqual(["Águia", "Aztec", "beach", "Wolf"]);
	});

	it("is filtered by provider and by any part of the name", () => {
		expect(names({ provider: "Pragmatic Play" })).toEqual(["Wolf", "Aztec"]);
		expect(names({ search: "AGU" })).toEqual(["Águia"]);
		expect(names({ search: "w", provider: "NetEnt" })).toEqual([]);
		expect(providersOf(SLOTS)).toEqual(["NetEnt", "Pragmatic Play"]);
	});
});

describe("the query string of a list of slots", () => {
	it("is read back, and the same for the same list", () => {
		const text = fc.string({ unit: "grapheme", maxLength: 40 }).map((typed) => typed.trim());
		const lists = fc.record({ sort: fc.constantFrom(...SLOT_SORTS), search: text, provider: text });
		fc.assert(
			fc.property(lists, (list) => {
				const query = slotListQuery(list);
				expect(slotListIn(new URLSearchParams(query))).toEqual(list);
				expect(keptSlotQuery(`?${query.slice(1)}&other=2`)).toBe(query);
			}),
			{ seed: propertySeed(20260304) },
		);
	});

	it("is one of two for the pages that visitors share", () => {
		for (const query of ["", "?sort=name"]) expect(isSharedSlotList(query), query).toBe(true);
		for (const query of ["?", "?x", "?q=a", "?provider=NetEnt", "?sort=newest"]) {
			expect(isSharedSlotList(query), query).toBe(false);
		}
	});
});
