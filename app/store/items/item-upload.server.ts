import type { z } from "zod";
import type { Config } from "~/lib/config.server";
import { pictureOf } from "~/pictures/upload.server";
import type { itemSchema } from "./items.schema";
import { checkEdit, type ItemTools, saveItem } from "./items.server";

/** Maximum size in bytes of a form with a picture of 5 MB and many codes. */
export const ITEM_FORM_BYTES = 7 * 1024 * 1024;

/**
 * Saves the form of an item. An uploaded picture is stored in the image folder first and replaces the address.
 * @param id of the edited item; undefined for a new one.
 * @throws {DomainError} as `saveItem` and `pictureOf`.
 */
export async function saveItemForm(
	tools: ItemTools & { config: Pick<Config, "IMAGE_FOLDER"> },
	adminId: string,
	id: string | undefined,
	form: z.output<typeof itemSchema>,
): Promise<{ id: string }> {
	const { upload, revision, stockShown, question, stock = stockShown, ...fields } = form;
	const edited = id === undefined ? undefined : { id, revision: revision ?? 0, stock: stockShown };
	if (upload) await checkEdit(tools, adminId, { idempotencyKey: form.idempotencyKey, edited });
	const image = await pictureOf(tools.config, form);
	return saveItem(tools, adminId, { ...fields, image, stock, question: question || null, edited });
}
