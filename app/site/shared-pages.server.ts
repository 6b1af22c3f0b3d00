/** Shares rendered pages that depend only on their URL and the visitor's preferences. */
import { parse } from "cookie";
import { readPreferences } from "~/account/preferences.server";
import type { Count } from "~/analytics/events";
import { isVisit } from "~/analytics/page-views";
import { createPageCache } from "~/http/page-cache.server";
import { inBackground } from "~/lib/guarded";
import type { RequestContext } from "~/lib/request-context.server";
import { type Pages, readPages } from "./pages.server";

const MAX_ADDRESS_LENGTH = 300;

type Request = RequestContext["request"];

/**
 * Creates the cache of the pages that visitors share. Cached responses are counted as page views.
 * @param ownCookies names of cookies whose requests bypass the cache.
 */
export function shareVisitorPages(ownCookies: readonly string[], count: Count) {
	let pages: Pages | undefined;
	return createPageCache({
		keyOf(request) {
			if (pages) return sharedPageKey(request, pages.isShared, ownCookies);
			inBackground(async () => {
				pages = await readPages();
			});
			return undefined;
		},
		onShared({ request }) {
			const { url = "", headers } = request;
			const path = pathOf(url);
			const referer: [string, string][] = headers.referer ? [["Referer", headers.referer]] : [];
			const visit = { url: `http://site${url}`, headers: new Headers(referer) };
			const isShown = preferencesOf(request).ageVerified || pages?.openToAllAges.has(path);
			if (isShown && isVisit(visit)) count("page_view", path);
		},
	});
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
	const cookies = parse(headers.cookie ?? "");
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
