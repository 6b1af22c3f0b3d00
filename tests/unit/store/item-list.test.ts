import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	ITEM_SORTS,
	type ItemList,
	isSharedList,
	itemListIn,
	itemListQuery,
	keptListQuery,
	listItems,
} from "~/store/items/item-list";
import { offeredItem } from "../../support/offered-item";
import { propertySeed } from "../../support/test-size";

/** In the specified order. */
const ITEMS = [
	offeredItem("Chair", 900, { createdAt: "2026-03-05" }),
	offeredItem("Sold", 500, { stock: 0 }),
	offeredItem("Limited", 400, { refusal: { code: "itemLimitReached", values: { limit: 1 } } }),
	offeredItem("Mug", 300, { createdAt: "2026-03-03", description: "Para o CAFÉ" }),
	offeredItem("Pin", 100, { createdAt: "2026-03-04" }),
];
const DEFAULT: ItemList = { sort: "dearest", search: "", affordable: false, inStock: false };
const names = (list: Partial<ItemList>, points: number | undefined = 500) =>
	listItems(ITEMS, { ...DEFAULT, ...list }, points).map(({ name }) => name);

describe("the list of items", () => {
	it("has the specified order by default", () => {
		expect(names({})).toEqual(["Chair", "Sold", "Limited", "Mug", "Pin"]);
	});

	it("begins with what the viewer can redeem now on request, and ends with what is sold out", () => {
		expect(names({ sort: "affordable" })).toEqual(["Mug", "Pin", "Chair", "Limited", "Sold"]);
		expect(names({ sort: "affordable" }, 1000)).toEqual(["Chair", "Mug", "Pin", "Limited", "Sold"]);
	});

	it("is sorted by price or by age", () => {
		expect(names({ sort: "cheapest" })).toEqual(["Pin", "Mug", "Limited", "Sold", "Chair"]);
		expect(names({ sort: "newest" }).slice(0, 3)).toEqual(["Chair", "Pin", "Mug"]);
	});

	it("is filtered by what the viewer can redeem, by stock and by a text without case and accents", () => {
		expect(names({ affordable: true })).toEqual(["Mug", "Pin"]);
		expect(names({ inStock: true })).toEqual(["Chair", "Limited", "Mug", "Pin"]);
		expect(names({ search: "cafe" })).toEqual(["Mug"]);
		expect(names({ search: "nothing" })).toEqual([]);
	});

	it("does not depend on points for a visitor", () => {
		const shown = listItems(ITEMS, { ...DEFAULT, affordable: true }, undefined);
		expect(shown).toHaveLength(ITEMS.length);
	});
});

describe("the query string of a list", () => {
	it("is read back, and the same for the same list", () => {
		const lists = fc.record({
			sort: fc.constantFrom(...ITEM_SORTS),
			search: fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.trim()),
			affordable: fc.boolean(),
			inStock: fc.boolean(),
		});
		fc.assert(
			fc.property(lists, (list) => {
				const query = itemListQuery(list);
				expect(itemListIn(new URLSearchParams(query))).toEqual(list);
				expect(keptListQuery(`?order=1&${query.slice(1)}&unknown=2`)).toBe(query);
			}),
			{ seed: propertySeed(20260304) },
		);
	});

	it.each<[string, string]>([
		["?q=&sort=dearest&stock=", ""],
		["?stock=1&sort=newest", "?sort=newest&stock=1"],
		["?sort=__proto__&affordable=yes", ""],
		["?sort=newest&sort=cheapest", "?sort=newest"],
		[`?q=${"a".repeat(300)}`, `?q=${"a".repeat(100)}`],
	])("of %s is %s", (given, kept) => {
		expect(keptListQuery(given)).toBe(kept);
	});

	it("is one of six for the pages that visitors share", () => {
		for (const query of ["", "?sort=cheapest", "?sort=newest", "?stock=1", "?sort=newest&stock=1"])
			expect(isSharedList(query), query).toBe(true);
		const others = ["?x=1", "?q=mug", "?sort=dearest", "?sort=affordable", "?affordable=1", "?stock=1&x"];
		for (const query of ["?", ...others]) expect(isSharedList(query), query).toBe(false);
	});
});
