import { gzipSync } from "node:zlib";
import type { EntryContext, HandleErrorFunction, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { I18nextProvider } from "react-i18next";
import { readPreferences } from "./account/preferences.server";
import { isVisit } from "./analytics/page-views";
import { PLAYER_ORIGIN } from "./channel/stream";
import { RETRY_AFTER_SECONDS } from "./forms/storage-refusal";
import { sendPage } from "./http/answer-pages.server";
import { type LoadedPage, rememberPage } from "./http/known-pages.server";
import { DATA_SOURCE, dataScripts, readData, renderPage } from "./http/render-page.server";
import { contentSecurityPolicy, hashScripts, newNonce } from "./http/security-headers.server";
import { i18nIn, languageOf } from "./i18n/i18next.server";
import { currentContext } from "./lib/request-context.server";
import { type BusyRequest, busyAnswer } from "./pages/busy.server";
import { readPages } from "./site/pages.server";
import { openPieces } from "./site/pieces.server";
import { takesGzip } from "./site/shared-pages.server";
import { site } from "./site/site.server";
import { POST_ORIGIN } from "./social/post-address";
import { DocumentContext } from "./ui/shell/document-context";

/** A page takes 0.1 ms at this level. The next levels take three times as long and save 5 % of the bytes. */
const GZIP_LEVEL = 3;

/**
 * Renders a document: counts its visit, waits for a slot if it answers a form, sets the security policy, compresses
 * the page and offers it to the page cache.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	rememberPage(request, { status, context }, render);
	return render(request, { status, headers, context, data: await readData(context) });
}

async function render(request: Request, { status, headers, context, data }: LoadedPage): Promise<Response> {
	const requestContext = currentContext();
	// A loader was the first to notice that the database server does not answer.
	if (status === 500 && site.storage.outage()?.fault === "away") return busyPage(request, headers, "away");
	const language = await languageOf(request);
	const nonce = newNonce();
	const requestId = status >= 400 ? requestContext?.id : undefined;
	headers.set("Content-Type", "text/html; charset=utf-8");
	// Pages are personal: no cache may store them, and the back button must not show them after a sign-out.
	// A proxy that changes pages, for example hides addresses of e-mail, makes React render them again.
	headers.set("Cache-Control", "no-store, no-transform");

	await countVisit(request, status);

	const isFormAnswer = request.method !== "GET" && request.method !== "HEAD";
	const freeSlot =
		isFormAnswer && requestContext ? await site.load.waitToRenderAnswer(requestContext) : () => {};
	if (!freeSlot) return busyPage(request, headers);
	// The development server renders with warnings about text between the entries of a list. The head of an error page has the styles
	// of fewer routes than that of the page.
	const isWhole = site.config.NODE_ENV === "development" || context.staticHandlerContext.errors !== null;
	const pieces = isWhole ? undefined : openPieces(language, nonce);
	let rendered: string;
	try {
		rendered = renderPage({
			url: request.url,
			...{ context, nonce },
			wrap: (page) => (
				<I18nextProvider i18n={i18nIn(language)}>
					<DocumentContext.Provider value={{ nonce, requestId, pieces }}>{page}</DocumentContext.Provider>
				</I18nextProvider>
			),
		});
	} finally {
		freeSlot();
	}
	const page = pieces?.keep(rendered) ?? hashScripts(rendered, nonce);
	const html = page.html + dataScripts(data);
	const frames = [
		POST_ORIGIN,
		...(site.channel().twitchLogin ? [PLAYER_ORIGIN] : []),
		...site.config.SLOT_DEMO_HOSTS.map((host) => `https://${host}`),
	];
	const formTargets = site.provider.origins;
	headers.set(
		"Content-Security-Policy",
		contentSecurityPolicy([...page.scripts, DATA_SOURCE], site.config, { formTargets, frames }),
	);
	headers.set("Vary", "Accept-Encoding");
	if (!takesGzip(request.headers.get("Accept-Encoding"))) return new Response(html, { headers, status });
	const body = gzipSync(html, { level: GZIP_LEVEL });
	headers.set("Content-Encoding", "gzip");
	headers.set("Content-Length", String(body.length));
	const answer = { status, headers, body };
	if (requestContext) site.sharedPages.offer(requestContext, answer);
	const isSent = requestContext !== undefined && sendPage(requestContext, answer);
	return new Response(isSent ? null : body, { headers, status });
}

/** A static 503 page, for example for a form whose action has run, but whose page is not rendered because of overload. */
function busyPage(request: Request, headers: Headers, cause?: BusyRequest["cause"]): Response {
	const busy = busyAnswer({
		cause,
		url: new URL(request.url).pathname,
		cookie: request.headers.get("Cookie") ?? undefined,
		accept: request.headers.get("Accept") ?? undefined,
	});
	for (const [name, value] of Object.entries(busy.headers)) headers.set(name, value);
	headers.set("Retry-After", String(RETRY_AFTER_SECONDS));
	// As in `http/unavailable.server.ts`.
	return new Response(busy.body, { headers, status: cause === "away" ? 502 : 503 });
}

/** Counts the visit of a page whose data the browser's scripts request, and forbids caching. */
export async function handleDataRequest(
	response: Response,
	{ request }: Pick<LoaderFunctionArgs, "request">,
): Promise<Response> {
	await countVisit(request, response.status);
	response.headers.set("Cache-Control", "no-store");
	return response;
}

/** Counts a page view, unless the age gate hides the page or its data are only read again. */
async function countVisit(request: Request, status: number) {
	if (request.method !== "GET" || status !== 200) return;
	const { labelOf, openToAllAges } = await readPages();
	const label = labelOf(request.url);
	if (label === undefined || !isVisit(request)) return;
	if (readPreferences(request).ageVerified || openToAllAges.has(label)) site.count("page_view", label);
}

/**
 * Logs unexpected errors of loaders, actions and renders with their cause; client errors at info, aborted requests not
 * at all. The error page shows the request id.
 */
export const handleError: HandleErrorFunction = (error, { request }) => {
	if (request.signal.aborted) return;
	const path = site.loggedPath(new URL(request.url).pathname);
	// A client error, such as a POST to a route without an action.
	if (isRouteErrorResponse(error) && error.status < 500) {
		site.log.info({ event: "request-refused", path, status: error.status });
		return;
	}
	site.log.error({ event: "request-failed", path, err: error });
};
