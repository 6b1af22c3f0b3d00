import type { Db } from "db/database";
import { probeRead } from "db/probe";
import type { Log } from "~/observability/log.server";

/** Whether the database can be read. Logs `database-unavailable` if not. */
export async function databaseAnswers(db: Db, log: Log): Promise<boolean> {
	try {
		await probeRead(db);
		return true;
	} catch (error) {
		log.error({ event: "database-unavailable", err: error });
		return false;
	}
}
