import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { findPromotionTitle } from "~/analytics/subjects.queries.server";
import { blocksOf } from "~/promotions/promotions";
import { addPromotion, findPromotions, type Promotion, promotions } from "~/promotions/promotions.server";
import { shownPromotion } from "~/promotions/shown.server";
import { removeRecord, saveRecordForm } from "~/records/change-record.server";
import { schemaOf } from "~/records/record.server";
import { openCatalogue } from "../../support/catalogue";
import { openForEachTest } from "../../support/for-each-test";
import { formParser } from "../../support/forms";
import { addRow } from "../../support/rows-of";

const catalogue = openForEachTest(openCatalogue);

const add = async (title = "New Promotion") =>
	(await addPromotion(catalogue.tools, catalogue.admin, title)).id;
const published = () => findPromotions(catalogue.tools, { withDraft: false });
const withDraft = () => findPromotions(catalogue.tools, { withDraft: true });
const AURORA = {
	...{ title: "Aurora", description: "One\nTwo", minDeposit: 12.5, cashback: "10%", pat: 24 },
	...{ welcomeBonus: "100% up to €200", promocode: "AURORA", claimUrl: "https://casino.example/claim" },
	...{ imageUrl: "aurora.webp", translations: {} },
};
const edit = (id: string, revision: number, change: Partial<Promotion> = {}) =>
	saveRecordForm(catalogue.tools, promotions, catalogue.admin, id, {
		...{ ...AURORA, ...change, revision, idempotencyKey: crypto.randomUUID() },
	});

describe("a new promotion", () => {
	it("has only a default title, a placeholder claim URL and a picture", async () => {
		const id = await add();
		const [image = ""] = await readdir(catalogue.folder);
		expect(await withDraft()).toEqual([
			{
				...{ id, title: "New Promotion", description: null, minDeposit: null, cashback: null, pat: null },
				...{ welcomeBonus: null, promocode: null, claimUrl: "https://example.com/", imageUrl: image },
				...{ translations: {}, revision: 1, isDraft: true, createdAt: expect.any(String) },
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

		catalogue.clock.pass(1000);
		const at = catalogue.clock.now().toISOString();
		const between = { id: "between", title: "Between", claim_url: "https://example.com/", image_url: "" };
		await addRow(catalogue.db, "promotions", { ...between, revision: 1, created_at: at, updated_at: at });
		catalogue.clock.pass(1000);
		await edit(id, 1, { title: "Farol", pat: null });
		const dated = (await published()).map((one) => one.id);
		expect(dated, "by the time of publication, the newest first").toEqual([id, between.id, older]);
		expect(await findPromotionTitle(catalogue.db, id)).toBe("Farol");
		expect((await catalogue.changes()).at(-1)).toMatchObject({
			action: "promotions.add",
			subject: id,
			name: "Farol",
			before: null,
			after: { title: "Farol", pat: null },
		});

		const deleted = await add();
		await removeRecord(catalogue.tools, promotions, catalogue.admin, { id: deleted, revision: 1 });
		expect(await catalogue.changes(), "a deleted draft leaves no trace").toHaveLength(2);
	});

	it("is the same draft however often it is added, and shares its picture with others", async () => {
		const [id, again] = await Promise.all([add(), add()]);
		expect(again).toBe(id);
		expect(await add("Nova promoção")).toBe(id);
		expect(await withDraft()).toHaveLength(1);
		await edit(id, 1, { imageUrl: (await withDraft())[0]?.imageUrl ?? "" });
		const next = await add();
		expect((await withDraft()).map((one) => one.id)).toEqual([next, id]);
		expect(await readdir(catalogue.folder)).toHaveLength(1);
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
			{ ...AURORA, id: "a", revision: 1, isDraft: false, createdAt: "", minDeposit, pat },
			language,
		);
		expect([shown.minDeposit?.replaceAll(/\s/g, " ") ?? null, shown.hours]).toEqual([euros, hours]);
	},
);

const GOOD = { idempotencyKey: crypto.randomUUID(), title: "Aurora", claimUrl: "https://casino.example/" };
const parse = formParser(schemaOf(promotions), GOOD);

describe("the promotion form", () => {
	it("has null for empty or blank fields", () => {
		const blanks = { description: " \n ", cashback: " ", welcomeBonus: "\t", promocode: "  " };
		const none = { description: null, cashback: null, welcomeBonus: null, promocode: null };
		expect(parse(blanks)).toMatchObject({ value: { ...none, minDeposit: null, pat: null } });
	});

	it.each([
		["minDeposit", "0", 0],
		["minDeposit", "12,50", 12.5],
		["minDeposit", " 1 000 ", 1000],
		["pat", " 1,25 ", 1.25],
	])("accepts %s %j", (field, text, number) => {
		expect(parse({ [field]: text })).toMatchObject({ value: { [field]: number } });
	});

	it.each([
		["minDeposit", "minDepositInvalid", ["-1", "1.000", "abc", "1e3", "12,505", "NaN", "€"]],
		["pat", "hoursInvalid", ["-1", "24h", "1.234", "123456", "1e2", "1,2,3"]],
	])("rejects an invalid %s with %s", (field, code, texts) => {
		for (const text of texts)
			expect(parse({ [field]: text }).reply().error, text).toEqual({ [field]: [code] });
	});
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
