import type { Db, Trx } from "db/database";
import type { HuntSteps, Hunts } from "db/schema";
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

/** Whether a step of the hunt that was not undone has ended guessing. */
export async function hasEndedGuessing(trx: Trx, huntId: string): Promise<boolean> {
	const step = await trx
		.selectFrom("hunt_steps")
		.select("id")
		.where("hunt_id", "=", huntId)
		.where("undone_at", "is", null)
		.where("ended_guessing", "is not", null)
		.limit(1)
		.executeTakeFirst();
	return step !== undefined;
}

/** Makes undoing a step that ended guessing restore the value that an admin has set since. */
export async function updateGuessingInSteps(
	trx: Trx,
	huntId: string,
	guessing: Hunts["guessing"],
): Promise<void> {
	await trx
		.updateTable("hunt_steps")
		.set({ ended_guessing: guessing })
		.where("hunt_id", "=", huntId)
		.where("undone_at", "is", null)
		.where("ended_guessing", "is not", null)
		.execute();
}

export async function deleteStep(trx: Trx, id: number): Promise<void> {
	await trx.deleteFrom("hunt_steps").where("id", "=", id).execute();
}

/** Marks a step as undone. Restores nothing. */
export async function markUndone(trx: Trx, id: number, at: string): Promise<void> {
	await trx.updateTable("hunt_steps").set({ undone_at: at }).where("id", "=", id).execute();
}
