import type { Db, Trx } from "db/database";

/** Records when a person wrote in the chat. A time earlier than the recorded one changes nothing. */
export async function saveChat(
	trx: Trx,
	row: { platform: string; person_id: string; person_name: string; at: string },
): Promise<void> {
	await trx
		.insertInto("chat_activity")
		.values(row)
		.onConflict((conflict) =>
			conflict
				.columns(["platform", "person_id"])
				.doUpdateSet({ at: row.at, person_name: row.person_name })
				.where("chat_activity.at", "<", row.at),
		)
		.execute();
}

/** The people who have written in the chat of a platform since an instant. */
export const findChatters = (db: Db, platform: string, since: string) =>
	db
		.selectFrom("chat_activity")
		.select(["person_id", "person_name"])
		.where("platform", "=", platform)
		.where("at", ">=", since)
		.execute();

export async function deleteChatBefore(trx: Trx, instant: string): Promise<void> {
	await trx.deleteFrom("chat_activity").where("at", "<", instant).execute();
}
