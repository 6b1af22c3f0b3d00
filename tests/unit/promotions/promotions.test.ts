import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { findPromotionTitle } from "~/analytics/subjects.queries.server";
import { completeAddressOf } from "~/pictures/pictures";
import { blocksOf, hoursIn, type Promotion } from "~/promotions/promotions";
import { findPromotion, findPromotions } from "~/promotions/promotions.queries.server";
import { promotionSchema } from "~/promotions/promotions.schema";
import { addPromotion, deletePromotion, savePromotionForm } from "~/promotions/promotions.server";
import { shownPromotion } from "~/promotions/shown.server";
import { openCatalogue } from "../../support/catalogue";
import { expectRefusal } from "../../support/expectations";
import { openForEachTest } from "../../support/for-each-test";
import { formParser } from "../../support/forms";
import { addRow } from "../../support/rows-of";

const catalogue = openForEachTest(openCatalogue);

const newRequest = () => crypto.randomUUID();
const add = async (title = "New Promotion") =>
	(await addPromotion(catalogue.tools, catalogue.admin, title)).id;
const published = () => findPromotions(catalogue.db, { withDraft: false });
const withDraft = () => findPromotions(catalogue.db, { withDraft: true });
const AURORA = {
	...{ title: "Aurora", description: "One\nTwo", minDeposit: 12.5, cashback: "10%", pat: 24 },
	...{ welcomeBonus: "100% up to €200", promocode: "AURORA", claimUrl: "https://casino.example/claim" },
	...{ image: "aurora.webp", translations: {} },
};
const edit = (id: string, revision: number, change: Partial<Promotion> = {}, idempotencyKey = newRequest()) =>
	savePromotionForm(catalogue.tools, catalogue.admin, id, { ...AURORA, ...change, revision, idempotencyKey });

describe("a new promotion", () => {
	it("has only a default title, a placeholder claim URL and a picture", async () => {
		const id = await add();
		const [image = ""] = await readdir(catalogue.folder);
		expect(await withDraft()).toEqual([
			{
				...{ id, title: "New Promotion", description: null, minDeposit: null, cashback: null, pat: null },
				...{ welcomeBonus: null, promocode: null, claimUrl: "https://example.com/", image },
				...{ translations: {}, revision: 1, isDraft: true },
			},
		]);
		const picture = sharp(await readFile(join(catalogue.folder, image)));
		expect(await picture.metadata()).toMatchObject({ format: "webp", width: 1200, height: 675 });
	});

	it("is a draft that visitors do not see, and is published by its first save", async () => {
		const older = await add();
		await edit(older, 1);
		catalogue.clock.pass(1000);
		const id = await add("Nova promoção");
		expect((await withDraft()).map((one) => [one.id, one.title, one.isDraft])).toEqual([
			[id, "Nova promoção", true],
			[older, "Aurora", false],
		]);
		expect((await published()).map((one) => one.id)).toEqual([older]);
		expect(await findPromotionTitle(catalogue.db, id), "clicks on it are not counted").toBeUndefined();
		expect(await catalogue.changes()).toHaveLength(1);

		await edit(id, 1, { title: "Farol", pat: null });
		expect(
			(await published()).map((one) => one.id),
			"the newest first",
		).toEqual([id, older]);
		expect(await findPromotionTitle(catalogue.db, id)).toBe("Farol");
		expect((await catalogue.changes()).at(-1)).toMatchObject({
			action: "promotion.add",
			subject: id,
			name: "Farol",
			before: null,
			after: { title: "Farol", pat: null },
		});
	});

	it("is dated when it is published", async () => {
		const id = await add();
		catalogue.clock.pass(60_000);
		const at = catalogue.clock.now().toISOString();
		const between = { id: "between", title: "Between", claim_url: "https://example.com/", image_url: "" };
		await addRow(catalogue.db, "promotions", { ...between, revision: 1, created_at: at, updated_at: at });
		catalogue.clock.pass(60_000);
		await edit(id, 1);
		expect((await published()).map((one) => one.id)).toEqual([id, between.id]);
	});

	it("is the same draft however often it is added, and shares its picture with others", async () => {
		const [id, again] = await Promise.all([add(), add()]);
		expect(again).toBe(id);
		expect(await add("Nova promoção")).toBe(id);
		expect(await withDraft()).toHaveLength(1);
		await edit(id, 1, { image: (await withDraft())[0]?.image ?? "" });
		const next = await add();
		expect((await withDraft()).map((one) => one.id)).toEqual([next, id]);
		expect(await readdir(catalogue.folder)).toHaveLength(1);
	});
});

describe("a promotion", () => {
	it("is edited as a whole, with the changed fields in the change log", async () => {
		const id = await add();
		await edit(id, 1);
		expect(await findPromotion(catalogue.db, id)).toEqual({ ...AURORA, id, revision: 2, isDraft: false });
		await edit(id, 2, { cashback: null, minDeposit: null });
		expect((await catalogue.changes()).at(-1)).toEqual({
			action: "promotion.edit",
			subject: id,
			name: "Aurora",
			actor: catalogue.admin,
			before: { cashback: "10%", minDeposit: 12.5 },
			after: { cashback: null, minDeposit: null },
		});
	});

	it("keeps a picture of the site's image folder, whose complete address its form has", async () => {
		const id = await add();
		const [image = ""] = await readdir(catalogue.folder);
		const address = completeAddressOf(image, catalogue.tools.config.APP_ORIGIN);
		expect(address).toBe(`https://praca.example/slot-images/${image}`);
		await edit(id, 1, { image: address });
		expect((await findPromotion(catalogue.db, id))?.image).toBe(image);
		for (const other of [
			"https://other.example/slot-images/a.webp",
			"https://praca.example/slot-images/a/b",
		]) {
			const before = await findPromotion(catalogue.db, id);
			await edit(id, before?.revision ?? 0, { image: other });
			expect((await findPromotion(catalogue.db, id))?.image).toBe(other);
			expect(completeAddressOf(other, "https://praca.example")).toBe(other);
		}
	});

	it("that another admin has edited or deleted is not overwritten", async () => {
		const id = await add();
		await edit(id, 1, { title: "Theirs" });
		await expectRefusal(edit(id, 1, { title: "Mine" }), "editConflict");
		expect((await findPromotion(catalogue.db, id))?.title).toBe("Theirs");
		await expectRefusal(
			deletePromotion(catalogue.tools, catalogue.admin, { id, revision: 1 }),
			"editConflict",
		);
		await deletePromotion(catalogue.tools, catalogue.admin, { id, revision: 2 });
		await expectRefusal(edit(id, 2), "promotionGone");
		await deletePromotion(catalogue.tools, catalogue.admin, { id, revision: 2 });
		expect((await catalogue.changes()).map(({ action }) => action)).toEqual([
			"promotion.add",
			"promotion.delete",
		]);
	});
});

it.each([
	["pt", 10, "10 €", 24, "24h"],
	["en", 12.5, "€12.50", 1.5, "1.5h"],
	["pt", 1250.5, "1 250,50 €", 1.5, "1,5h"],
	["pt", null, null, null, null],
	["en", 0, "€0", 0, "0h"],
] as const)(
	"in %s a deposit of %s is displayed as %s, and a duration of %s hours as %s",
	(language, minDeposit, euros, pat, hours) => {
		const shown = shownPromotion(
			{ ...AURORA, id: "a", revision: 1, isDraft: false, minDeposit, pat },
			language,
		);
		expect([shown.minDeposit?.replaceAll(/\s/g, " ") ?? null, shown.hours]).toEqual([euros, hours]);
	},
);

const GOOD = {
	...{ idempotencyKey: "0b2f7c1e-9d7a-4a53-8a40-1f0c2c7b9a11", revision: "3", title: "Aurora" },
	...{ description: "", minDeposit: "", cashback: "", welcomeBonus: "", pat: "", promocode: "" },
	...{ claimUrl: "https://casino.example/claim", image: "" },
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
