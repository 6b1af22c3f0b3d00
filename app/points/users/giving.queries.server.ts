import type { Trx } from "db/database";

/** Stores what an admin has written about entries. */
export async function insertPointNotes(
	trx: Trx,
	entries: readonly { userId: string; reference: string }[],
	note: string,
): Promise<void> {
	if (entries.length === 0) return;
	await trx
		.insertInto("point_notes")
		.values(entries.map(({ userId, reference }) => ({ reference, user_id: userId, note })))
		.execute();
}
