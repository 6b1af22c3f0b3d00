import type { Db } from "db/database";
import { sql } from "kysely";
import type { Log } from "~/observability/log.server";

export async function databaseAnswers(db: Db, log: Log): Promise<boolean> {
	try {
		await sql`select 1`.execute(db);
		return true;
	} catch (error) {
		log.error({ event: "database-unavailable", err: error });
		return false;
	}
}
