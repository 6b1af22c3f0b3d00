import type { Kysely } from "kysely";
import { allowAnyChange } from "../triggers";

/** A message is built from its order and the settings at each attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
	await allowAnyChange(db, "redeem_messages", "body");
	await db.schema.alterTable("redeem_messages").dropColumn("body").execute();
}
