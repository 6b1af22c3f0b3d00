import { databaseAnswers } from "~/operations/health.server";
import { readDisk } from "~/operations/host.server";
import { isDiskLow } from "~/operations/problems";
import { site } from "~/site/site.server";

/**
 * Status 200 if the database can be read and written, live Crash stores its rounds and the site is not stopping; else
 * 503. The body names the cause. A disk that is nearly full is a warning with status 200, because the site still works.
 */
export async function loader() {
	const database = await databaseAnswers(site.db, site.log);
	const games = site.liveCrash.isWell();
	// A stopping site is unhealthy, although its database still answers.
	const trouble = site.storage.outage()?.fault ?? null;
	const healthy = database && games && !trouble && !site.shutdown.isEnding();
	const disk = await readDisk(site.engine.folder ?? ".");
	const isLow = disk !== null && isDiskLow(disk);
	const status = healthy ? (isLow ? "warning" : "ok") : "unavailable";
	return Response.json(
		{ status, database, games, trouble, disk: isLow ? "nearly full" : "ok" },
		{ status: healthy ? 200 : 503, headers: { "Cache-Control": "no-store" } },
	);
}
