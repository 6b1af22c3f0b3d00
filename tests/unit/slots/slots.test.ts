import { readdir } from "node:fs/promises";
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
import { findSlot, findSlots } from "~/slots/slots.queries.server";
import { slotSchema } from "~/slots/slots.schema";
import { deleteSlot, saveSlotForm } from "~/slots/slots.server";
import { openCatalogue } from "../../support/catalogue";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { formParser } from "../../support/forms";
import { png } from "../../support/hunt-source";
import { propertySeed } from "../../support/test-size";

const catalogue = openForEachTest(openCatalogue);

const WOLF = {
	...{ name: "Wolf", provider: "Pragmatic Play", image: "wolf.webp", description: "Howls" },
	...{ demoUrl: "https://demo.example/wolf", translations: {} },
};
const { translations: _none, ...LOGGED } = WOLF;
const newRequest = () => crypto.randomUUID();
const add = (change: Partial<typeof WOLF> = {}, idempotencyKey = newRequest()) =>
	saveSlotForm(catalogue.tools, catalogue.admin, undefined, { ...WOLF, ...change, idempotencyKey });
const edit = (
	id: string,
	revision: number,
	change: Partial<typeof WOLF> & { upload?: File } = {},
	idempotencyKey = newRequest(),
) => saveSlotForm(catalogue.tools, catalogue.admin, id, { ...WOLF, ...change, revision, idempotencyKey });
const picture = async () => new File([new Uint8Array(await png())], "dot.png");
/** A change in the log. */
const logged = (action: string, subject: string, change: object, name = "Wolf") => ({
	...{ action, subject, name, actor: catalogue.admin },
	...change,
});

describe("slots", () => {
	it("are added once per idempotency key", async () => {
		const idempotencyKey = newRequest();
		const first = await add({}, idempotencyKey);
		expect(await add({}, idempotencyKey)).toEqual(first);
		await expectRefusal(add({ name: "Other" }, idempotencyKey), "idempotencyKeyReused");
		expect(await findSlots(catalogue.db)).toEqual([{ ...WOLF, id: first.id, revision: 1 }]);
		const added = logged("slot.add", first.id, { before: null, after: LOGGED });
		expect(await catalogue.changes()).toEqual([added]);
	});

	it("are edited, with the changed fields in the change log", async () => {
		const { id } = await add();
		await edit(id, 1, { name: "Wolf Gold", description: "" });
		const after = { name: "Wolf Gold", description: "" };
		expect(await findSlot(catalogue.db, id)).toEqual({ ...WOLF, id, ...after, revision: 2 });
		const change = { before: { name: "Wolf", description: "Howls" }, after };
		expect((await catalogue.changes()).at(-1)).toEqual(logged("slot.edit", id, change, "Wolf Gold"));
	});

	it("that another admin has edited or deleted are not overwritten, and no picture is stored", async () => {
		const { id } = await add();
		await edit(id, 1, { name: "Theirs" });
		await expectRefusal(deleteSlot(catalogue.tools, catalogue.admin, { id, revision: 1 }), "editConflict");
		const upload = await picture();
		await expectRefusal(edit(id, 1, { name: "Mine", upload }), "editConflict");
		await deleteSlot(catalogue.tools, catalogue.admin, { id, revision: 2 });
		await expectRefusal(edit(id, 2, { name: "Mine", upload }), "slotGone");
		expect(await readdir(catalogue.folder)).toEqual([]);
	});

	it("have an uploaded picture instead of the given one, stored once for a repeated form", async () => {
		const { id } = await add();
		const upload = await picture();
		const idempotencyKey = newRequest();
		await edit(id, 1, { upload }, idempotencyKey);
		await edit(id, 1, { upload }, idempotencyKey);
		const slot = await findSlot(catalogue.db, id);
		expect(slot?.image).toMatch(/^[0-9a-f]{32}\.webp$/);
		expect(slot?.revision).toBe(2);
		expect(await readdir(catalogue.folder)).toEqual([slot?.image]);
	});

	it("with a demo elsewhere are refused with a message that lists the allowed hosts", async () => {
		const hosts = "demo.example, *.play.example";
		await expectRefusal(add({ demoUrl: "https://evil.example/" }), "demoHostRefused", { hosts });
		expect(await findSlots(catalogue.db)).toEqual([]);
	});

	it("are deleted once, and deleting them again succeeds", async () => {
		const { id } = await add();
		await deleteSlot(catalogue.tools, catalogue.admin, { id, revision: 1 });
		await deleteSlot(catalogue.tools, catalogue.admin, { id, revision: 1 });
		expect(await findSlots(catalogue.db)).toEqual([]);
		const deleted = logged("slot.delete", id, { before: LOGGED, after: null });
		expect((await catalogue.changes()).slice(1)).toEqual([deleted]);
	});
});

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
