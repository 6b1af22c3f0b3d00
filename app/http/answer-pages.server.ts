import type { ServerResponse } from "node:http";
import { guarded } from "~/lib/guarded";
import type { Middleware, RequestContext } from "~/lib/request-context.server";
import { answerKnownPage } from "./known-pages.server";
import type { Handler } from "./route-branches.server";
import { webRequest } from "./web-request.server";

interface RenderedPage {
	status: number;
	headers: Headers;
	body: Buffer;
}

const ownRequests = new WeakSet<RequestContext>();

/**
 * Answers GET requests of pages with Remix's handler, without Express, which would look for a static file of that name and pass the
 * page through its compression and a web stream. All other requests go on to Express.
 * @param isPage whether the path of a request is that of a document.
 * @param handler Remix's handler; undefined before remix-serve has created it.
 */
export function answerPages(
	isPage: (path: string) => boolean,
	handler: () => Handler | undefined,
): Middleware {
	return async (context, pass) => {
		const { request, response } = context;
		const { method, url = "" } = request;
		const handle = handler();
		if (!handle || method !== "GET" || !isPage(url.split("?", 1)[0] ?? "")) return pass();
		ownRequests.add(context);
		const abort = new AbortController();
		const abortUnanswered = () => {
			if (!response.writableFinished) abort.abort();
		};
		response.once("close", guarded(abortUnanswered));
		const known = await answerKnownPage(url, () => webRequest(request, url));
		const answer = known ?? (await handle(webRequest(request, url, abort.signal), {}));
		if (response.headersSent || response.destroyed) return;
		const { status, headers } = answer;
		write(response, { status, headers, body: Buffer.from(await answer.arrayBuffer()) });
	};
}

/**
 * Sends a rendered page on Node's response, if the request did not come through Express.
 * @returns whether it was sent. Remix then needs a response without a body, which is not used.
 */
export function sendPage(context: RequestContext, page: RenderedPage): boolean {
	if (!ownRequests.has(context)) return false;
	write(context.response, page);
	return true;
}

function write(response: ServerResponse, { status, headers, body }: RenderedPage): void {
	response.statusCode = status;
	response.setHeaders(headers).end(body);
}
