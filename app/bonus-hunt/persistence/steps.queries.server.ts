import type { Db, Trx } from "db/database";
import type { HuntSteps } from "db/schema";
import type { Insertable } from "kysely";

export async function insertStep(trx: Trx, row: Insertable<HuntSteps>): Promise<void> {
	await trx.insertInto("hunt_steps").values(row).execute();
}

export const findStep = (db: Db | Trx, id: number) =>
	db.selectFrom("hunt_steps").selectAll().where("id", "=", id).executeTakeFirst();

/** Returns the last step of a hunt that was not undone, with the name of its admin; undefined without one. */
export const findLastStep = (db: Db | Trx, huntId: string) =>
	db
		.selectFrom("hunt_steps")
		.leftJoin("users", "users.id", "actor")
		.select(["hunt_steps.id", "kind", "before", "actor", "twitch_username as actor_name"])
		.where("hunt_id", "=", huntId)
		.where("undone_at", "is", null)
		.orderBy("hunt_steps.id", "desc")
		.limit(1)
		.executeTakeFirst();

/** Marks a step as undone. Restores nothing. */
export async function markUndone(trx: Trx, id: number, at: string): Promise<void> {
	await trx.updateTable("hunt_steps").set({ undone_at: at }).where("id", "=", id).execute();
}
