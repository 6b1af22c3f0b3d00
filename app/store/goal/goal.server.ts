import type { Db } from "db/database";
import { transact } from "db/transact";
import type { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import type { Language } from "~/i18n/languages";
import { translated, translationsOf } from "~/i18n/translations";
import { findItem } from "../items/items.server";
import type { Goal } from "./goal";
import { deleteGoal, findGoalItem, upsertGoal } from "./goal.queries.server";
import type { goalSchema } from "./goal.schema";

/** Reads a viewer's goal; undefined without one, and while its item is not on offer. */
export async function readGoal(db: Db, userId: string, language: Language): Promise<Goal | undefined> {
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
	{ db, now }: { db: Db; now: () => Date },
	userId: string,
	{ intent, itemId }: z.output<typeof goalSchema>,
): Promise<void> {
	await transact(db, async (trx) => {
		if (intent === "endGoal") return deleteGoal(trx, userId, itemId);
		const item = await findItem(trx, itemId);
		if (item?.status !== "active") throw new DomainError("itemUnavailable");
		await upsertGoal(trx, userId, itemId, now().toISOString());
	});
}
