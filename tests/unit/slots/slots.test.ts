import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Config } from "~/lib/config.server";
import { schemaOf } from "~/records/record.server";
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
import { isDemoAddress, type Slot, slots } from "~/slots/slots.server";
import { formParser } from "../../support/forms";
import { propertySeed } from "../../support/test-size";

it.each([
	...["javascript:alert(1)", "http://demo.example/", "//demo.example/", "demo.example"],
	...["https://ana:secret@demo.example/", `https://demo.example/${"a".repeat(2000)}`],
])("a slot's demo is not at %s", (demoUrl) => {
	const parse = formParser(schemaOf(slots), { idempotencyKey: crypto.randomUUID(), name: "Wolf" });
	expect(parse({ demoUrl }).reply().error).toEqual({ demoUrl: ["demoUrlInvalid"] });
});

it("a slot with a demo elsewhere is refused with the allowed hosts", () => {
	const hosts = "demo.example, *.play.example";
	const config = { SLOT_DEMO_HOSTS: hosts.split(", ") } as Config;
	const check = () => slots.check?.({ demoUrl: "https://evil.example/" } as Slot, config);
	expect(check).toThrow(expect.objectContaining({ code: "demoHostRefused", values: { hosts } }));
});

it.each([
	["https://demo.example/a", true],
	["http://demo.example/a", false],
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
