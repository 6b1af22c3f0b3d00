import type { Db } from "db/database";
import { transact } from "db/transact";
import { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import { fieldError } from "~/forms/form-fields.schema";
import type { Language } from "~/i18n/languages";
import { translated, translationsOf } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { findItem } from "../items/items.server";
import { deleteGoal, findGoalItem, upsertGoal } from "./goal.queries.server";

/** The form of an item that makes it the viewer's goal, or ends that. */
export const goalSchema = z.object({
	intent: z.enum(["setGoal", "endGoal"], fieldError("invalidInput")),
	itemId: z.string(fieldError("itemUnavailable")),
});

export type Goal = NonNullable<Awaited<ReturnType<typeof readGoal>>>;

/** Reads the item for which a viewer saves points; undefined without one, and while it is not on offer. */
export async function readGoal(db: Db, userId: string, language: Language) {
	const row = await findGoalItem(db, userId);
	if (!row) return undefined;
	const { id, name, price } = translated(
		{ ...row, translations: translationsOf<"name">(row.translations) },
		language,
	);
	return { itemId: id, name, price };
}

/**
 * Makes an item the viewer's goal, in place of an earlier one, or ends the goal if it still is this item. A redeem of the
 * item ends it too. Points do not change.
 * @throws {DomainError} `itemUnavailable` for a goal that is not on offer.
 */
export async function saveGoal(
	{ db, now }: Pick<Site, "db" | "now">,
	userId: string,
	{ intent, itemId }: z.output<typeof goalSchema>,
): Promise<void> {
	await transact(db, async (trx) => {
		if (intent === "endGoal") {
			await deleteGoal(trx, userId, itemId);
			return;
		}
		const item = await findItem(trx, itemId);
		if (item?.status !== "active") throw new DomainError("itemUnavailable");
		await upsertGoal(trx, userId, itemId, now().toISOString());
	});
}
