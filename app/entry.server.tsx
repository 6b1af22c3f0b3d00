import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import {
	createReadableStreamFromReadable,
	type EntryContext,
	type HandleErrorFunction,
	type LoaderFunctionArgs,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { readPreferences } from "./account/preferences.server";
import { pageLabel } from "./analytics/page-label.server";
import { isSeen } from "./analytics/page-views";
import { i18nIn, languageOf } from "./i18n/i18next.server";
import { contentSecurityPolicy } from "./platform/security-headers.server";
import { site } from "./site.server";
import { POST_ORIGIN } from "./social/post-address";
import { NonceContext } from "./ui/nonce";

const ABORT_MS = 5000;

export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	const language = await languageOf(request);
	const nonce = randomBytes(16).toString("base64");
	headers.set("Content-Type", "text/html; charset=utf-8");
	// Each page is one viewer's: no cache may show it to another, nor "back" after a sign-out.
	headers.set("Cache-Control", "no-store");
	const frames = [POST_ORIGIN, ...site.config.SLOT_DEMO_HOSTS.map((host) => `https://${host}`)];
	const formTargets = site.provider.origins;
	headers.set("Content-Security-Policy", contentSecurityPolicy(nonce, site.config, { formTargets, frames }));

	await countVisit(request, status);

	return new Promise((resolve, reject) => {
		let failed = false;
		const page = (
			<I18nextProvider i18n={i18nIn(language)}>
				<NonceContext.Provider value={nonce}>
					<RemixServer context={context} url={request.url} abortDelay={ABORT_MS} nonce={nonce} />
				</NonceContext.Provider>
			</I18nextProvider>
		);
		const { pipe, abort } = renderToPipeableStream(page, {
			nonce,
			onShellReady() {
				const body = new PassThrough();
				const stream = createReadableStreamFromReadable(body);
				resolve(new Response(stream, { headers, status: failed ? 500 : status }));
				pipe(body);
			},
			onShellError: reject,
			onError(error) {
				failed = true;
				site.log.error({ event: "render-failed", err: error });
			},
		});
		setTimeout(abort, ABORT_MS).unref();
	});
}

export async function handleDataRequest(
	response: Response,
	{ request }: Pick<LoaderFunctionArgs, "request">,
): Promise<Response> {
	await countVisit(request, response.status);
	response.headers.set("Cache-Control", "no-store");
	return response;
}

/** A page counts once it is shown, be it by a document or by the data that the browser's scripts ask for. */
async function countVisit(request: Request, status: number): Promise<void> {
	if (request.method !== "GET" || status !== 200) return;
	if (!isSeen(request, readPreferences(request).ageVerified)) return;
	// Only now: the build stands on this module.
	const { routes } = await import("virtual:remix/server-build");
	const page = pageLabel(routes, request.url);
	if (page) site.count("page_view", page);
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
