import type { LoaderFunctionArgs } from "@remix-run/node";
import { METRICS_TYPE } from "~/observability/metrics.server";
import { hasToken } from "~/operations/metrics-guard.server";
import { site } from "~/site/site.server";

const PRIVATE = { "Cache-Control": "no-store" };

/** Figures for Prometheus, for whoever has the token; without one set up there is no such address. */
export async function loader({ request }: LoaderFunctionArgs) {
	const token = site.config.METRICS_TOKEN;
	if (token === undefined) return new Response(null, { status: 404, headers: PRIVATE });
	if (!hasToken(request, token)) {
		return new Response(null, { status: 401, headers: { ...PRIVATE, "WWW-Authenticate": "Bearer" } });
	}
	return new Response(await site.metrics.text(), { headers: { ...PRIVATE, "Content-Type": METRICS_TYPE } });
}
