import type { LoaderFunctionArgs } from "@remix-run/node";
import { currentContext } from "~/lib/request-context.server";
import { answerProxyQuestion } from "~/operations/proxy-view.server";
import { findProblems } from "~/operations/site-checks";
import { site } from "~/site/site.server";

/**
 * Status 503 while a critical check has found a problem or the site is stopping; else 200. `problems` names those of
 * this process; `plateia doctor` also gets all others in `found`. `trouble` is why the database cannot be written. With
 * `?leader`, a process that does not lead answers 503.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const health = await site.operations.readHealth();
	const problems = findProblems(health);
	const leads = site.runsGames();
	const isRoleMet = leads || !new URL(request.url).searchParams.has("leader");
	const isCritical = problems.some(({ severity }) => severity === "critical");
	// A stopping site is unhealthy, although its database still answers.
	const healthy = isRoleMet && !isCritical && !site.shutdown.isEnding();
	const status = healthy ? (problems.length > 0 ? "warning" : "ok") : "unavailable";
	const seen = answerProxyQuestion(
		currentContext(),
		site.siteKey,
		site.now(),
		site.config.TRUSTED_PROXY_HOPS,
	);
	return Response.json(
		{
			...{ status, leads, trouble: health.readOnly },
			problems: problems.map(({ name }) => name),
			...(seen && { seen, found: findProblems(await site.operations.read()) }),
		},
		{ status: healthy ? 200 : 503, headers: { "Cache-Control": "no-store" } },
	);
}
