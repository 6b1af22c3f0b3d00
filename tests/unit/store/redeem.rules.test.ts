import { describe, expect, it } from "vitest";
import { codesIn } from "~/store/items/codes";
import { editedStock, type Item, MAX } from "~/store/items/items";
import {
	checkOffer,
	checkOwnOrders,
	checkRedeem,
	hoursToWait,
	NO_ORDERS,
	type OwnOrders,
} from "~/store/redeem/redeem";

const NOW = new Date("2026-03-04T12:00:00.000Z");
const item: Item = {
	id: "mug",
	name: "Mug",
	description: "",
	image: "",
	price: 100,
	stock: 5,
	status: "active",
	viewerLimit: null,
	cooldownHours: null,
	question: null,
	hasCodes: false,
	revision: 3,
	createdAt: "2026-03-01T00:00:00.000Z",
	translations: {},
};
const hoursAgo = (hours: number) => ({ count: 1, lastAt: new Date(NOW.getTime() - hours * 3_600_000) });

describe("the checks of a redeem", () => {
	const shown = { revision: 3, price: 100, stock: 5 };
	/** Violates every rule, so that each corrected one reveals the next refusal. */
	const wrong: Item = {
		...item,
		stock: 0,
		status: "disabled",
		viewerLimit: 1,
		cooldownHours: 24,
		question: "Which?",
	};
	const own = { ...hoursAgo(1), count: 2 };
	const check = (
		points: number | undefined,
		it: Item | undefined,
		o: OwnOrders = own,
		s = { ...shown, revision: 2 },
		answer = "",
	) => checkRedeem(points, it, o, NOW, { confirmed: s, answer })?.code;

	it("follow the order of the specification, and then the item's rules", () => {
		const codes = [
			check(undefined, wrong),
			check(9999, undefined),
			check(99, wrong),
			check(100, wrong),
			check(100, { ...wrong, stock: 1 }),
			check(100, { ...wrong, stock: 1, status: "active" }),
			check(100, { ...wrong, stock: 1, status: "active" }, own, shown),
			check(100, { ...wrong, stock: 1, status: "active" }, { ...own, count: 0 }, shown),
			check(100, { ...wrong, stock: 1, status: "active" }, NO_ORDERS, shown),
			check(100, { ...wrong, stock: 1, status: "active" }, NO_ORDERS, shown, "This"),
		];
		expect(codes).toEqual([
			"redeemInvalid",
			"redeemInvalid",
			"insufficientPoints",
			"outOfStock",
			"itemUnavailable",
			"itemChanged",
			"itemLimitReached",
			"itemCoolingDown",
			"answerMissing",
			undefined,
		]);
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

	it("is zero without a cooldown or without an order", () => {
		expect(hoursToWait(item, hoursAgo(0), NOW)).toBe(0);
		expect(hoursToWait({ ...item, cooldownHours: 5 }, NO_ORDERS, NOW)).toBe(0);
	});
});

describe("the stock after an edit", () => {
	it.each([
		["is the entered number if nothing was redeemed since", 10, 10, 25, 25],
		["is unchanged if the number was not changed", 7, 10, 10, 7],
		["is reduced by the redeems since", 7, 10, 20, 17],
		["is not negative", 1, 10, 2, 0],
		["has a maximum", 3, 2, MAX.stock, MAX.stock],
	])("%s", (_what, now, shown, entered, after) => {
		expect(editedStock(now, shown, entered)).toBe(after);
	});
});

it("codes are parsed one per line, with any line ending", () => {
	expect(codesIn(" A-1 \r\nB-2\n\n\tC-3\rA-1\n")).toEqual(["A-1", "B-2", "C-3"]);
	expect(codesIn(" \n ")).toEqual([]);
});
