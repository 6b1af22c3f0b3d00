import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schemaOf } from "~/records/record.server";
import {
	ITEM_SORTS,
	type ItemList,
	isSharedList,
	itemListIn,
	itemListQuery,
	keptListQuery,
	listItems,
} from "~/store/items/item-list";
import { codesIn, editedStock, type Item, items } from "~/store/items/items.server";
import {
	checkOffer,
	checkOwnOrders,
	checkRedeem,
	hoursToWait,
	NO_ORDERS,
	type OwnOrders,
} from "~/store/redeem/redeem";
import { redeemSchema } from "~/store/redeem/redeem.schema";
import { formParser } from "../../support/forms";
import { offeredItem } from "../../support/offered-item";
import { propertySeed } from "../../support/test-size";

const NOW = new Date("2026-03-04T12:00:00.000Z");
const item: Item = { ...offeredItem("Mug", 100, { stock: 5, revision: 3 }), translations: {} };
const hoursAgo = (hours: number) => ({ count: 1, lastAt: new Date(NOW.getTime() - hours * 3_600_000) });

describe("the checks of a redeem", () => {
	const shown = { revision: 3, price: 100, stock: 5 };
	const own = { ...hoursAgo(1), count: 2 };

	it("follow the order of the specification, and then the item's rules", () => {
		type State = { item: Item | undefined; points: number | undefined; own: OwnOrders };
		const state: State = { item: undefined, points: undefined, own };
		/** Violates every rule, so that each corrected one reveals the next refusal. */
		const wrong: Item = {
			...item,
			stock: 0,
			status: "disabled",
			viewerLimit: 1,
			cooldownHours: 24,
			question: "?",
		};
		const form = { confirmed: { ...shown, revision: 2 }, answer: "" };
		const corrections: [string | undefined, () => unknown][] = [
			["redeemInvalid", () => Object.assign(state, { item: wrong })],
			["redeemInvalid", () => Object.assign(state, { points: 99, item: undefined })],
			["insufficientPoints", () => Object.assign(state, { item: wrong })],
			["outOfStock", () => Object.assign(state, { points: 100 })],
			["itemUnavailable", () => Object.assign(wrong, { stock: 1 })],
			["itemChanged", () => Object.assign(wrong, { status: "active" })],
			["itemLimitReached", () => Object.assign(form, { confirmed: shown })],
			["itemCoolingDown", () => Object.assign(state, { own: { ...own, count: 0 } })],
			["answerMissing", () => Object.assign(state, { own: NO_ORDERS })],
			[undefined, () => Object.assign(form, { answer: "This" })],
		];
		for (const [code, correct] of corrections) {
			correct();
			expect(checkRedeem(state.points, state.item, state.own, NOW, form)?.code).toBe(code);
		}
	});

	it("report an admin's changes, and ignore other viewers' redeems", () => {
		const check = (change: Partial<Item>, seen: Partial<typeof shown>) =>
			checkRedeem(500, { ...item, ...change }, NO_ORDERS, NOW, {
				confirmed: { ...shown, ...seen },
				answer: "",
			});
		expect(check({ stock: 1 }, { stock: 5 })).toBeUndefined();
		expect(check({ price: 120, revision: 4 }, {})).toEqual({
			code: "itemChanged",
			values: { priceBefore: 100, price: 120, stockBefore: 5, stock: 5 },
		});
		expect(check({ stock: 9, revision: 4 }, {})?.values).toMatchObject({ stockBefore: 5, stock: 9 });
		expect(check({ name: "Cup", revision: 4 }, {})).toEqual({ code: "itemEdited" });
	});

	it("give the refusal before the dialog is opened", () => {
		expect(
			checkOffer(100, { ...item, question: "?" }),
			"the question is asked in the dialog",
		).toBeUndefined();
		expect(checkOffer(99, item)).toEqual({ code: "insufficientPoints" });
		expect(checkOwnOrders(item, NO_ORDERS, NOW)).toBeUndefined();
		expect(checkOwnOrders({ ...item, viewerLimit: 2 }, { ...own, count: 2 }, NOW)).toEqual({
			code: "itemLimitReached",
			values: { limit: 2 },
		});
	});
});

describe("the remaining cooldown", () => {
	it.each([
		[24, 0, 24],
		[24, 0.01, 24],
		[24, 1, 23],
		[24, 23.999, 1],
		[24, 24, 0],
		[24, 90, 0],
		[1, 0, 1],
	])("of %i hours is, after %d hours, %i hours", (cooldownHours, passed, left) => {
		expect(hoursToWait({ ...item, cooldownHours }, hoursAgo(passed), NOW)).toBe(left);
	});
});

describe("the stock after an edit", () => {
	it.each([
		["is the entered number if nothing was redeemed since", 10, 10, 25, 25],
		["is unchanged if the number was not changed", 7, 10, 10, 7],
		["is reduced by the redeems since", 7, 10, 20, 17],
		["is not negative", 1, 10, 2, 0],
		["has a maximum", 3, 2, 1_000_000, 1_000_000],
	])("%s", (_what, now, shown, entered, after) => {
		expect(editedStock(now, shown, entered)).toBe(after);
	});
});

it("codes are parsed one per line, with any line ending", () => {
	expect(codesIn(" A-1 \r\nB-2\n\n\tC-3\rA-1\n")).toEqual(["A-1", "B-2", "C-3"]);
	expect(codesIn(" \n ")).toEqual([]);
});

describe("the forms of the store", () => {
	const GOOD = {
		...{ idempotencyKey: "0b2f7c1e-9d7a-4a53-8a40-1f0c2c7b9a11", name: "Mug", description: "", image: "" },
		...{ price: "100", stock: "5", viewerLimit: "", cooldownHours: "", question: "", codes: "" },
	};
	const parse = formParser(schemaOf(items), GOOD);
	const errorsOf = (change: Record<string, string | File>) => parse(change).reply().error;
	const parsedValue = (change: Record<string, string | File> = {}) => {
		const submission = parse(change);
		if (submission.status !== "success") throw new Error(JSON.stringify(submission.error));
		return submission.value;
	};

	describe("the item form", () => {
		it.each([
			[
				"price",
				"priceInvalid",
				["0", "-1", "1.5", "1.000", "1,000", "1e3", "0x10", "abc", "1000000001", "NaN", "∞", "١"],
			],
			["stock", "stockInvalid", ["-1", "0.5", "1000001", "many"]],
			["viewerLimit", "limitInvalid", ["0", "-2", "1.5", "1000001"]],
			["cooldownHours", "cooldownInvalid", ["0", "0.5", "8761"]],
			["codes", "codesInvalid", ["a".repeat(201), Array.from({ length: 5001 }, (_, at) => at).join("\n")]],
		])("rejects an invalid %s with %s", (field, code, texts) => {
			for (const text of texts) expect(errorsOf({ [field]: text }), text).toEqual({ [field]: [code] });
		});

		it("requires a stock, except for an item with codes", () => {
			const form = parsedValue({ stock: "", hasCodes: "on", codes: "A-1\r\nB-2\r\n" });
			expect(form).toMatchObject({ hasCodes: true, codes: ["A-1", "B-2"] });
			const check = (change: object) => items.check?.({ ...form, ...change } as never, {} as never);
			expect(check({})).toBeUndefined();
			expect(() => check({ hasCodes: false })).toThrow(expect.objectContaining({ code: "stockInvalid" }));
		});
	});

	describe("the redeem form", () => {
		const good = { idempotencyKey: GOOD.idempotencyKey, revision: "1", price: "100", stock: "5" };
		const redeem = formParser(redeemSchema, good);

		it("contains the displayed values, with or without an answer", () => {
			expect(redeem({ answer: " Blue " })).toMatchObject({
				value: { revision: 1, price: 100, stock: 5, answer: "Blue" },
			});
			expect(redeem({})).toMatchObject({ value: { answer: "" } });
		});

		it("is expired without them, and limits the length of the answer", () => {
			expect(redeem({ revision: "" }).reply().error).toEqual({ revision: ["pageExpired"] });
			expect(redeem({ idempotencyKey: "x" }).reply().error).toEqual({ idempotencyKey: ["pageExpired"] });
			expect(redeem({ answer: "a".repeat(501) }).reply().error).toEqual({ answer: ["answerTooLong"] });
		});
	});
});

describe("the lists of items", () => {
	/** In the specified order. */
	const ITEMS = [
		offeredItem("Chair", 900, { createdAt: "2026-03-05" }),
		offeredItem("Sold", 500, { stock: 0 }),
		offeredItem("Limited", 400, { refusal: { code: "itemLimitReached", values: { limit: 1 } } }),
		offeredItem("Mug", 300, { createdAt: "2026-03-03", description: "Para o CAFÉ" }),
		offeredItem("Pin", 100, { createdAt: "2026-03-04" }),
	];
	const DEFAULT: ItemList = { sort: "dearest", search: "", affordable: false, inStock: false };

	it.each<[string, Partial<ItemList>, number | undefined, string]>([
		["the specified order by default", {}, 500, "Chair,Sold,Limited,Mug,Pin"],
		[
			"what can be redeemed first, what is sold out last",
			{ sort: "affordable" },
			500,
			"Mug,Pin,Chair,Limited,Sold",
		],
		["the same with more points", { sort: "affordable" }, 1000, "Chair,Mug,Pin,Limited,Sold"],
		["the cheapest first", { sort: "cheapest" }, 500, "Pin,Mug,Limited,Sold,Chair"],
		["the newest first", { sort: "newest", inStock: true }, 500, "Chair,Pin,Mug,Limited"],
		["what the viewer can redeem", { affordable: true }, 500, "Mug,Pin"],
		["all of it for a visitor", { affordable: true }, undefined, "Chair,Sold,Limited,Mug,Pin"],
		["what is in stock", { inStock: true }, 500, "Chair,Limited,Mug,Pin"],
		["what a text without case and accents finds", { search: "cafe" }, 500, "Mug"],
		["nothing for another text", { search: "nothing" }, 500, ""],
	])("have %s", (_what, list, points, names) => {
		const shown = listItems(ITEMS, { ...DEFAULT, ...list }, points);
		expect(shown.map(({ name }) => name).join()).toBe(names);
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
});
