import type { LoaderFunctionArgs } from "@remix-run/node";
import { clientAddress, currentContext, networkOf } from "~/lib/request-context.server";
import { may, rankOf } from "~/lib/rights";
import { demoKey, userKey } from "~/live/audience";
import { findViewer, site } from "~/site/site.server";
import { ADMIN_COUNTS_TOPIC } from "~/store/admin-counts";
import { ALERTS_TOPIC } from "~/team/overlays/alerts";

/** The event stream of a tab: `/live?topics=points,lobby`. Status 403 for HEAD requests and pages of other sites. */
export async function loader({ request }: LoaderFunctionArgs) {
	const context = currentContext();
	// A HEAD request would get headers and never end.
	if (context?.request.method !== "GET" || isForeign(request)) {
		return new Response(null, { status: 403 });
	}
	const requested = new URL(request.url).searchParams.get("topics")?.split(",") ?? [];
	const viewer = await findViewer(request);
	// The streams of a viewer end when their rights change.
	const topics = requested.filter(
		(topic) =>
			(topic !== ADMIN_COUNTS_TOPIC || may(viewer, "orders")) && (topic !== ALERTS_TOPIC || viewer?.isAdmin),
	);
	if (!viewer) {
		const network = networkOf(clientAddress(context, site.config.TRUSTED_PROXY_HOPS));
		return site.hub.connect(context, { topics, network, keys: demoKeysOf(request) });
	}
	const { id, sessionId, sessionEndsAt } = viewer;
	const expiresAt = Date.parse(sessionEndsAt);
	const rank = rankOf(viewer);
	const isStillSignedIn = async () => {
		const now = await site.sessions.findViewer(request);
		return now?.id === id && rankOf(now) === rank;
	};
	const subscription = { topics, keys: [userKey(id)], sessionId, rank, expiresAt };
	return site.hub.connect(context, subscription, isStillSignedIn);
}

/** The key of the visitor's demo account, from its signed cookie. */
function demoKeysOf(request: Request): string[] {
	const demo = site.soloDemoCookie.read(request);
	if (!demo) return [];
	site.soloCrash.watchDemo(demo);
	return [demoKey(demo.id)];
}

/** Whether a page of another site sent the request. Such pages must not detect whether the visitor is signed in. */
function isForeign(request: Request): boolean {
	const fetchSite = request.headers.get("Sec-Fetch-Site");
	return fetchSite !== null && fetchSite !== "same-origin" && fetchSite !== "none";
}
