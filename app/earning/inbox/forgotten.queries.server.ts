import type { Trx } from "db/database";
import type { ForgottenEvents } from "db/schema";
import type { Insertable } from "kysely";

/** Inserts hashes of forgotten events, or extends their time. */
export async function saveForgotten(trx: Trx, rows: readonly Insertable<ForgottenEvents>[]): Promise<void> {
	await trx
		.insertInto("forgotten_events")
		.values(rows)
		.onConflict((conflict) =>
			conflict.column("hash").doUpdateSet((eb) => ({ until: eb.ref("excluded.until") })),
		)
		.execute();
}

export async function hasForgotten(trx: Trx, hash: string): Promise<boolean> {
	const row = await trx
		.selectFrom("forgotten_events")
		.select("hash")
		.where("hash", "=", hash)
		.executeTakeFirst();
	return row !== undefined;
}

/** Deletes the hashes whose messages are no longer accepted. */
export async function deleteForgottenBefore(trx: Trx, instant: string): Promise<void> {
	await trx.deleteFrom("forgotten_events").where("until", "<", instant).execute();
}
