import type { LoaderFunctionArgs } from "@remix-run/node";
import { METRICS_TYPE } from "~/observability/metrics.server";
import { hasToken } from "~/operations/metrics-guard.server";
import { site } from "~/site/site.server";

const PRIVATE = { "Cache-Control": "no-store" };

/** Metrics for Prometheus, protected by METRICS_TOKEN: status 401 for another token, 404 when none is configured. */
export async function loader({ request }: LoaderFunctionArgs) {
	const token = site.config.METRICS_TOKEN;
	if (token === undefined) return new Response(null, { status: 404, headers: PRIVATE });
	if (!hasToken(request, token)) {
		return new Response(null, { status: 401, headers: { ...PRIVATE, "WWW-Authenticate": "Bearer" } });
	}
	return new Response(await site.metrics.text(), { headers: { ...PRIVATE, "Content-Type": METRICS_TYPE } });
}
