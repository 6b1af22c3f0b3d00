import { gzipSync } from "node:zlib";
import type { EntryContext, HandleErrorFunction, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { readPreferences } from "./account/preferences.server";
import { labelOf, pageLabel } from "./analytics/page-label.server";
import { isSeen } from "./analytics/page-views";
import { i18nIn, languageOf } from "./i18n/i18next.server";
import { currentExchange } from "./platform/node-request.server";
import { renderPage } from "./platform/render-page.server";
import { contentSecurityPolicy, newNonce } from "./platform/security-headers.server";
import { takesGzip } from "./shared-pages.server";
import { site } from "./site.server";
import { POST_ORIGIN } from "./social/post-address";
import { NonceContext } from "./ui/nonce";

/** In one go, a page takes a tenth of a millisecond; the next levels take thrice that for a twentieth of its bytes. */
const GZIP_LEVEL = 3;

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	const language = await languageOf(request);
	const nonce = newNonce();
	headers.set("Content-Type", "text/html; charset=utf-8");
	// Each page is one viewer's: no cache may show it to another, nor "back" after a sign-out.
	headers.set("Cache-Control", "no-store");
	const frames = [POST_ORIGIN, ...site.config.SLOT_DEMO_HOSTS.map((host) => `https://${host}`)];
	const formTargets = site.provider.origins;
	headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, site.config, { formTargets, frames }));

	const label = status === 200 && request.method === "GET" && labelOf(context.staticHandlerContext.matches);
	if (label) countVisit(request, label);

	const html = await renderPage({
		url: request.url,
		context,
		nonce,
		within: (page) => (
			<I18nextProvider i18n={i18nIn(language)}>
				<NonceContext.Provider value={nonce}>{page}</NonceContext.Provider>
			</I18nextProvider>
		),
	});
	if (status === 200) site.sharedPages.offer(currentExchange(), { html, headers, nonce });
	if (!takesGzip(request.headers.get("Accept-Encoding"))) return new Response(html, { headers, status });
	headers.set("Content-Encoding", "gzip");
	return new Response(gzipSync(html, { level: GZIP_LEVEL }), { headers, status });
}

export async function handleDataRequest(
	response: Response,
	{ request }: Pick<LoaderFunctionArgs, "request">,
): Promise<Response> {
	if (request.method === "GET" && response.status === 200) {
		// Only now: the build stands on this module.
		const { routes } = await import("virtual:remix/server-build");
		const label = pageLabel(routes, request.url);
		if (label) countVisit(request, label);
	}
	response.headers.set("Cache-Control", "no-store");
	return response;
}

/** A page counts once it is shown, be it by a document or by the data that the browser's scripts ask for. */
function countVisit(request: Request, label: string) {
	if (isSeen(request, readPreferences(request).ageVerified)) site.count("page_view", label);
}

/** Whatever a loader or an action did not expect: logged with its cause; the page tells the request's id. */
export const handleError: HandleErrorFunction = (error, { request }) => {
	if (request.signal.aborted) return;
	const path = new URL(request.url).pathname;
	// The asker's mistake, such as posting to a route without an action: nothing of the site failed.
	if (isRouteErrorResponse(error) && error.status < 500) {
		site.log.info({ event: "request-refused", path, status: error.status });
		return;
	}
	site.log.error({ event: "request-failed", path, err: error });
};
