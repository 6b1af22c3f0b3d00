import type { Db, Trx } from "db/database";
import type { PlatformConnections } from "db/schema";
import type { Insertable, Updateable } from "kysely";

export const findConnection = (db: Db | Trx, platform: string) =>
	db.selectFrom("platform_connections").selectAll().where("platform", "=", platform).executeTakeFirst();

/** Inserts a connection in place of an earlier one. */
export async function replaceConnection(trx: Trx, row: Insertable<PlatformConnections>): Promise<void> {
	await deleteConnection(trx, row.platform);
	await trx.insertInto("platform_connections").values(row).execute();
}

export async function updateConnection(
	trx: Trx,
	platform: string,
	changes: Updateable<PlatformConnections>,
): Promise<void> {
	await trx.updateTable("platform_connections").set(changes).where("platform", "=", platform).execute();
}

export async function deleteConnection(trx: Trx, platform: string): Promise<void> {
	await trx.deleteFrom("platform_connections").where("platform", "=", platform).execute();
}

export async function insertSilence(trx: Trx, platform: string, from: string, until: string): Promise<void> {
	await trx.insertInto("platform_silences").values({ platform, from_at: from, until_at: until }).execute();
}

/** The last times in which nothing was received, newest first. */
export const findSilences = (db: Db, platform: string, limit: number) =>
	db
		.selectFrom("platform_silences")
		.select(["from_at", "until_at"])
		.where("platform", "=", platform)
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
