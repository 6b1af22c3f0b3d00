import type { Trx } from "db/database";
import type { AdminChanges } from "db/schema";
import type { Insertable } from "kysely";

/** Appends a row as it is: see `recordChange`. */
export async function insertAdminChange(trx: Trx, row: Insertable<AdminChanges>): Promise<void> {
	await trx.insertInto("admin_changes").values(row).execute();
}
