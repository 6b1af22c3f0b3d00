import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { offersOf } from "~/home/offers";
import type { OfferedItem } from "~/store/store.server";
import { offeredItem } from "../../support/offered-item";
import { propertySeed } from "../../support/test-size";

const item = (price: number, change: Partial<OfferedItem> = {}) =>
	offeredItem(`Item of ${price}`, price, change);
const pricesOf = ({ items }: ReturnType<typeof offersOf>) => items.map(({ price }) => price);

describe("the offers for a viewer", () => {
	it("leave out what is sold out or refused to this viewer", () => {
		const items = [
			item(100, { stock: 0 }),
			item(200, { refusal: { code: "itemLimitReached", values: { limit: 1 } } }),
			item(800, { stock: 0 }),
			item(900),
		];
		const next = { id: "Item of 900", name: "Item of 900", image: "", price: 900, missing: 400 };
		expect(offersOf(items, 500)).toEqual({ items: [], next });
	});

	it("of a visitor are the cheapest items", () => {
		const offers = offersOf(
			[50, 10, 40, 30].map((price) => item(price)),
			undefined,
		);
		expect([pricesOf(offers), offers.next]).toEqual([[10, 30, 40], null]);
	});

	it("are the three most expensive affordable items, and the nearest one beyond", () => {
		const prices = fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 12 });
		fc.assert(
			fc.property(prices, fc.integer({ min: 0, max: 2000 }), (all, points) => {
				const { items, next } = offersOf(
					all.map((price) => item(price)),
					points,
				);
				const beyond = all.filter((price) => price > points);
				const affordable = all.filter((price) => price <= points).sort((one, other) => other - one);
				expect(items.map(({ price }) => price)).toEqual(affordable.slice(0, 3));
				expect(next?.price).toBe(beyond.length === 0 ? undefined : Math.min(...beyond));
			}),
			{ seed: propertySeed(20260304) },
		);
	});
});
