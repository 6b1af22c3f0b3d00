import { sql } from "kysely";
import { site } from "~/site.server";

export async function loader() {
	const healthy = !site.shutdown.isEnding() && (await answers());
	return Response.json(
		{ status: healthy ? "ok" : "unavailable", database: healthy },
		{ status: healthy ? 200 : 503, headers: { "Cache-Control": "no-store" } },
	);
}

async function answers(): Promise<boolean> {
	try {
		await sql`select 1`.execute(site.db);
		return true;
	} catch (error) {
		site.log.error({ event: "database-unavailable", err: error });
		return false;
	}
}
