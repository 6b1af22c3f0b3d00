/**
 * Shares rendered pages that depend only on their URL and the visitor's preferences. A page is kept for one second, counted
 * from the start of its render, and is rendered once for all requests that arrive during the render. What a response shows was
 * read at most one second before its request.
 */
import { readPreferences } from "~/account/preferences.server";
import type { Count } from "~/analytics/events";
import { isVisit } from "~/analytics/page-views";
import { cookiesIn } from "~/lib/cookies";
import { guarded, inBackground } from "~/lib/guarded";
import type { Middleware, RequestContext } from "~/lib/request-context.server";
import { type Pages, readPages } from "./pages.server";

const TTL_MS = 1000;
/** Maximum wait for a render. Some renders end without an event, such as a pipelined redirect behind another response. */
const MAX_WAIT_MS = 5000;
const MAX_PAGES = 100;
const MAX_BYTES = 100_000;
const MAX_ADDRESS_LENGTH = 300;

type Request = RequestContext["request"];

interface Page {
	status: number;
	headers: Headers;
	/** Compressed with gzip. Every request with the same key gets these bytes. */
	body: Buffer;
}

interface Render {
	startedAt: number;
	/** Undefined while the render runs. */
	page?: Page | undefined;
	waiting: { context: RequestContext; pass: () => void }[];
}

/**
 * @param ownCookies names of cookies whose requests bypass the cache.
 * @param count counts each page view that is sent without a render.
 * @returns the middleware that serves shared pages; `offer`, which stores a rendered page; and `counts` since the
 * start: `hits` from the cache, `misses` that were rendered, `shared` that waited for the render of another request.
 */
export function shareVisitorPages(
	ownCookies: readonly string[],
	count: Count,
	{ read = readPages, now = () => performance.now() } = {},
) {
	let pages: Pages | undefined;
	const renders = new Map<string, Render>();
	const finishers = new WeakMap<RequestContext, (page?: Page) => void>();
	const counts = { hits: 0, misses: 0, shared: 0 };

	const middleware: Middleware = (context, pass) => {
		if (!pages) {
			inBackground(async () => {
				pages = await read();
			});
			return pass();
		}
		const key = sharedPageKey(context.request, pages.isShared, ownCookies);
		if (key === undefined) return pass();
		const latest = renders.get(key);
		if (!latest || now() - latest.startedAt >= TTL_MS) {
			start(key, context);
			pass();
		} else if (latest.page) {
			counts.hits += 1;
			send(context, latest.page);
		} else latest.waiting.push({ context, pass });
	};

	function start(key: string, context: RequestContext) {
		counts.misses += 1;
		const render: Render = { startedAt: now(), waiting: [] };
		renders.delete(key);
		renders.set(key, render);
		const [oldest = key] = renders.keys();
		if (renders.size > MAX_PAGES) renders.delete(oldest);

		/**
		 * Without a shareable page, passes each waiting request on to its own render. Load shedding runs before this
		 * middleware, so few requests wait.
		 */
		function finish(page?: Page) {
			if (!finishers.delete(context)) return;
			clearTimeout(timeout);
			render.page = page;
			if (!page && renders.get(key) === render) renders.delete(key);
			// A failed answer must not leave the others waiting.
			const answer = guarded((waiting: Render["waiting"][number]) => {
				if (waiting.context.response.destroyed) return;
				if (!page) return waiting.pass();
				counts.shared += 1;
				send(waiting.context, page);
			});
			for (const waiting of render.waiting.splice(0)) answer(waiting);
		}
		finishers.set(context, finish);
		const giveUp = guarded(() => finish());
		const timeout = setTimeout(giveUp, MAX_WAIT_MS).unref();
		context.response.once("close", giveUp);
	}

	function send({ request, response }: RequestContext, { headers, body }: Page) {
		const { url = "", headers: sent } = request;
		const path = pathOf(url);
		const referer: [string, string][] = sent.referer ? [["Referer", sent.referer]] : [];
		const visit = { url: `http://site${url}`, headers: new Headers(referer) };
		const isShown = preferencesOf(request).ageVerified || pages?.openToAllAges.has(path);
		if (isShown && isVisit(visit)) count("page_view", path);
		response.setHeaders(headers).end(body);
	}

	return {
		middleware,
		/**
		 * Must be called with each rendered page of any status. Keeps it if the request has a key and the page is a 200 without
		 * `Set-Cookie` of at most 100 kB.
		 */
		offer(context: RequestContext, page: Page) {
			const { status, headers, body } = page;
			const isShareable = status === 200 && !headers.has("Set-Cookie") && body.length <= MAX_BYTES;
			finishers.get(context)?.(isShareable ? page : undefined);
		},
		counts: () => ({ ...counts, pages: renders.size }),
	};
}

/**
 * @param isShared whether visitors share the page of a path with a query string.
 * @returns the cache key; undefined for a request that must bypass the cache: another page or method, with a body,
 * without gzip, or with one of `ownCookies`.
 */
export function sharedPageKey(
	request: Request,
	isShared: Pages["isShared"],
	ownCookies: readonly string[],
): string | undefined {
	const { method, url = "", headers } = request;
	if (method !== "GET" || url.length > MAX_ADDRESS_LENGTH) return undefined;
	const path = pathOf(url);
	if (!isShared(path, url.slice(path.length))) return undefined;
	const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
	if (hasBody || !takesGzip(headers["accept-encoding"])) return undefined;
	const cookies = cookiesIn(headers.cookie);
	if (ownCookies.some((name) => name in cookies)) return undefined;
	const { language, theme, ageVerified } = preferencesOf(request);
	return JSON.stringify([url, language, theme, ageVerified]);
}

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

const preferencesOf = ({ headers }: Request) =>
	readPreferences({ headers: { get: () => headers.cookie ?? null } });

/** Whether an `Accept-Encoding` header accepts gzip, as all browsers do. */
export const takesGzip = (acceptEncoding: string | string[] | null | undefined): boolean =>
	/(^|[\s,])gzip\s*(,|$|;\s*q=(1|0\.[0-9]*[1-9]))/i.test([acceptEncoding ?? ""].flat().join());
