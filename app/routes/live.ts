import type { LoaderFunctionArgs } from "@remix-run/node";
import { clientAddress, currentContext, networkOf, subscriberOf } from "~/lib/request-context.server";
import { demoKey, userKey } from "~/live/audience";
import { findViewer, site } from "~/site/site.server";

/** The tab's one event stream: `/live?topics=points,lobby`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const context = currentContext();
	// A HEAD request would get headers and never end.
	if (context?.request.method !== "GET" || isForeign(request)) {
		return new Response(null, { status: 403 });
	}
	const topics = new URL(request.url).searchParams.get("topics")?.split(",") ?? [];
	const client = clientAddress(context, site.config.TRUSTED_PROXY_HOPS);
	const from = { address: subscriberOf(client), network: networkOf(client) };
	const viewer = await findViewer(request);
	if (!viewer) return site.hub.connect(context, { topics, ...from, keys: demoKeysOf(request) });
	const { id, sessionId, sessionEndsAt } = viewer;
	const expiresAt = Date.parse(sessionEndsAt);
	const isStillSignedIn = async () => (await site.sessions.findViewer(request))?.id === id;
	const asked = { topics, ...from, keys: [userKey(id)], sessionId, expiresAt };
	return site.hub.connect(context, asked, isStillSignedIn);
}

/** The key of the visitor's demo account, from its signed cookie. */
function demoKeysOf(request: Request): string[] {
	const demo = site.soloDemoCookie.read(request);
	return demo ? [demoKey(demo.id)] : [];
}

/** Pages of other sites may not hold streams open or detect whether somebody is signed in. */
function isForeign(request: Request): boolean {
	const fetchSite = request.headers.get("Sec-Fetch-Site");
	return fetchSite !== null && fetchSite !== "same-origin" && fetchSite !== "none";
}
