import type { Trx } from "db/database";
import type { RedeemMessages } from "db/schema";
import type { Insertable } from "kysely";

export async function insertMessage(trx: Trx, row: Insertable<RedeemMessages>): Promise<void> {
	await trx.insertInto("redeem_messages").values(row).execute();
}
