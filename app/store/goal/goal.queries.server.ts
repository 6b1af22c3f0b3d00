import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import { readShared } from "db/shared-reads";

/** Returns the item that is a viewer's goal; undefined without one. Items that are not on offer are not returned. */
export const findGoalItem = async (db: Db, userId: string) =>
	(await readShared(db, `goal ${userId}`, () => findGoalItems(db, { userId }))).rows[0];

const findGoalItems = prepared((db: Db | Trx, { userId }: { userId: string }) =>
	db
		.selectFrom("goals")
		.innerJoin("store_items", "store_items.id", "goals.item_id")
		.select(["store_items.id", "name", "price", "translations"])
		.where("user_id", "=", userId)
		.where("status", "=", "active"),
);

/** Sets a viewer's goal, in place of an earlier one. */
export async function upsertGoal(trx: Trx, userId: string, itemId: string, at: string): Promise<void> {
	await trx
		.insertInto("goals")
		.values({ user_id: userId, item_id: itemId, created_at: at })
		.onConflict((conflict) => conflict.column("user_id").doUpdateSet({ item_id: itemId, created_at: at }))
		.execute();
}

const removeGoal = prepared((trx: Trx, { userId, itemId }: { userId: string; itemId: string }) =>
	trx.deleteFrom("goals").where("user_id", "=", userId).where("item_id", "=", itemId),
);

/** Ends a viewer's goal if it is this item. @returns whether it was. */
export async function deleteGoal(trx: Trx, userId: string, itemId: string): Promise<boolean> {
	return (await removeGoal(trx, { userId, itemId })).numAffectedRows === 1n;
}

/** Ends every viewer's goal that is this item. */
export async function deleteGoalsOfItem(trx: Trx, itemId: string): Promise<void> {
	await trx.deleteFrom("goals").where("item_id", "=", itemId).execute();
}

/** A viewer's goal for the export of personal data, with the time when it was set. */
export const findOwnGoal = (db: Db, userId: string) =>
	db
		.selectFrom("goals")
		.innerJoin("store_items", "store_items.id", "goals.item_id")
		.select(["item_id", "name as item_name", "goals.created_at"])
		.where("user_id", "=", userId)
		.executeTakeFirst();
