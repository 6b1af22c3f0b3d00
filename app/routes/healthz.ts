import type { LoaderFunctionArgs } from "@remix-run/node";
import { currentContext } from "~/lib/request-context.server";
import { databaseAnswers } from "~/operations/health.server";
import { readDisk } from "~/operations/host.server";
import { isDiskLow } from "~/operations/problems";
import { answerProxyQuestion } from "~/operations/proxy-view.server";
import { site } from "~/site/site.server";

/**
 * Status 200 if the database can be read and written, live Crash stores its rounds and the site is not stopping; else
 * 503. The body names the cause. A disk that is nearly full is a warning with status 200, because the site still works.
 * With `?leader`, a process that does not lead answers 503.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const database = await databaseAnswers(site.db, site.log);
	const games = site.gameCounts().liveCrash.isWell;
	// A stopping site is unhealthy, although its database still answers.
	const trouble = site.storage.outage()?.fault ?? null;
	const leads = site.runsGames();
	const isRoleMet = leads || !new URL(request.url).searchParams.has("leader");
	const healthy = isRoleMet && database && games && !trouble && !site.shutdown.isEnding();
	const disk = await readDisk(site.engine.folder ?? ".");
	const isLow = disk !== null && isDiskLow(disk);
	const status = healthy ? (isLow ? "warning" : "ok") : "unavailable";
	const seen = answerProxyQuestion(
		currentContext(),
		site.siteKey,
		site.now(),
		site.config.TRUSTED_PROXY_HOPS,
	);
	return Response.json(
		{ status, database, games, leads, trouble, disk: isLow ? "nearly full" : "ok", ...(seen && { seen }) },
		{ status: healthy ? 200 : 503, headers: { "Cache-Control": "no-store" } },
	);
}
