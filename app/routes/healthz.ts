import { databaseAnswers } from "~/operations/health.server";
import { site } from "~/site/site.server";

/**
 * Status 200 if the database can be read and written, live Crash stores its rounds and the site is not stopping; else
 * 503. The body names the cause.
 */
export async function loader() {
	const database = await databaseAnswers(site.db, site.log);
	const games = site.liveCrash.isWell();
	// A stopping site is unhealthy, although its database still answers.
	const trouble = site.storage.outage()?.fault ?? null;
	const healthy = database && games && !trouble && !site.shutdown.isEnding();
	return Response.json(
		{ status: healthy ? "ok" : "unavailable", database, games, trouble },
		{ status: healthy ? 200 : 503, headers: { "Cache-Control": "no-store" } },
	);
}
