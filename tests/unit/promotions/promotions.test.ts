import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Promotion } from "~/promotions/promotions";
import { findPromotion, findPromotions } from "~/promotions/promotions.queries.server";
import { addPromotion, deletePromotion, savePromotionForm } from "~/promotions/promotions.server";
import { shownPromotion } from "~/promotions/shown.server";
import { type Catalogue, openCatalogue } from "../../support/catalogue";

let catalogue: Catalogue;
beforeEach(async () => {
	catalogue = await openCatalogue();
});
afterEach(() => catalogue.close());

const newRequest = () => crypto.randomUUID();
const add = async (idempotencyKey = newRequest()) =>
	(await addPromotion(catalogue.tools, catalogue.admin, idempotencyKey)).id;
const AURORA = {
	title: "Aurora",
	description: "One\nTwo",
	minDeposit: 12.5,
	cashback: "10%",
	welcomeBonus: "100% up to €200",
	pat: 24,
	promocode: "AURORA",
	claimUrl: "https://casino.example/claim",
	image: "aurora.webp",
};
const edit = (id: string, revision: number, change: Partial<Promotion> = {}, idempotencyKey = newRequest()) =>
	savePromotionForm(catalogue.tools, catalogue.admin, id, { ...AURORA, ...change, revision, idempotencyKey });
const refused = (code: string) => expect.objectContaining({ code });

describe("a new promotion", () => {
	it("is the default row: a title, a placeholder claim address, a picture, and nothing else", async () => {
		const id = await add();
		const [image = ""] = await readdir(catalogue.folder);
		expect(await findPromotions(catalogue.db)).toEqual([
			{
				id,
				title: "New Promotion",
				description: null,
				minDeposit: null,
				cashback: null,
				welcomeBonus: null,
				pat: null,
				promocode: null,
				claimUrl: "https://example.com/",
				image,
				revision: 1,
			},
		]);
		expect(await sharp(await readFile(join(catalogue.folder, image))).metadata()).toMatchObject({
			format: "webp",
			width: 1200,
			height: 675,
		});
		expect(await catalogue.changes()).toMatchObject([
			{ action: "promotion.add", subject: id, name: "New Promotion", before: null, after: { pat: null } },
		]);
	});

	it("is added once however often the button is pressed, and shares its picture with others", async () => {
		const idempotencyKey = newRequest();
		const id = await add(idempotencyKey);
		expect(await add(idempotencyKey)).toBe(id);
		expect(await findPromotions(catalogue.db)).toHaveLength(1);
		catalogue.clock.pass(1000);
		const newer = await add();
		expect(
			(await findPromotions(catalogue.db)).map((one) => one.id),
			"the newest first",
		).toEqual([newer, id]);
		expect(await readdir(catalogue.folder)).toHaveLength(1);
	});
});

describe("a promotion", () => {
	it("is edited as a whole, with what changed in the log", async () => {
		const id = await add();
		await edit(id, 1);
		expect(await findPromotion(catalogue.db, id)).toEqual({ ...AURORA, id, revision: 2 });
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

	it("is saved once however often the form is sent", async () => {
		const id = await add();
		const idempotencyKey = newRequest();
		await edit(id, 1, {}, idempotencyKey);
		await edit(id, 1, {}, idempotencyKey);
		expect((await findPromotion(catalogue.db, id))?.revision).toBe(2);
	});

	it("that another admin has edited or deleted is not overwritten", async () => {
		const id = await add();
		await edit(id, 1, { title: "Theirs" });
		await expect(edit(id, 1, { title: "Mine" })).rejects.toEqual(refused("editConflict"));
		expect((await findPromotion(catalogue.db, id))?.title).toBe("Theirs");
		await expect(deletePromotion(catalogue.tools, catalogue.admin, { id, revision: 1 })).rejects.toEqual(
			refused("editConflict"),
		);
		await deletePromotion(catalogue.tools, catalogue.admin, { id, revision: 2 });
		await expect(edit(id, 2)).rejects.toEqual(refused("promotionGone"));
		await deletePromotion(catalogue.tools, catalogue.admin, { id, revision: 2 });
		expect((await catalogue.changes()).map(({ action }) => action)).toEqual([
			"promotion.add",
			"promotion.edit",
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
	"in %s a deposit of %s is %s, and a duration of %s hours is %s",
	(language, minDeposit, euros, pat, hours) => {
		const shown = shownPromotion({ ...AURORA, id: "a", revision: 1, minDeposit, pat }, language);
		expect([shown.minDeposit?.replaceAll(/\s/g, " ") ?? null, shown.hours]).toEqual([euros, hours]);
	},
);
