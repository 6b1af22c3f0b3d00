import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, it } from "vitest";
import { saveItemForm } from "~/store/items/item-upload.server";
import { expectRefusal } from "../../support/expectations";
import { MUG, newRequest, openShop, type Shop } from "./redeem.setup";

let shop: Shop;
let folder: string;
beforeEach(async () => {
	[shop, folder] = await Promise.all([openShop(), mkdtemp(join(tmpdir(), "plateia-upload-"))]);
});
afterEach(() => Promise.all([shop.close(), rm(folder, { recursive: true, force: true })]));

const DOT = { create: { width: 9, height: 9, channels: 3, background: "#c33a63" } } as const;

it("a picture is stored with its item, and none for an outdated edit", async () => {
	const id = await shop.add();
	const upload = new File([new Uint8Array(await sharp(DOT).png().toBuffer())], "dot.png");
	const tools = { ...shop.tools, config: { IMAGE_FOLDER: folder } };
	const form = { ...MUG, idempotencyKey: newRequest(), revision: 1, stockShown: 5, codes: [], upload };
	await shop.edit(id, { name: "Cup" });
	await expectRefusal(saveItemForm(tools, shop.admin, id, form), "editConflict");
	expect(await readdir(folder)).toEqual([]);

	const current = { ...form, revision: 2 };
	await saveItemForm(tools, shop.admin, id, current);
	expect(await readdir(folder)).toEqual([(await shop.item(id)).image]);
	await saveItemForm(tools, shop.admin, id, current);
	expect((await shop.item(id)).revision, "a repeated form changes nothing").toBe(3);
});
