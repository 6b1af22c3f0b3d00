/** Which pages visitors share, and what they differ by. */
import { parse } from "cookie";
import { readPreferences } from "~/account/preferences.server";
import type { Count } from "~/analytics/events";
import { isSeen } from "~/analytics/page-views";
import { createPageCache } from "~/http/page-cache.server";
import type { Config } from "~/lib/config.server";
import { addMiddleware, type RequestContext } from "~/lib/request-context.server";

/** Pages that depend on nothing but their address and the visitor's preferences. Each is counted by this path. */
const SHARED = new Set(
	"/ /bio /bonus-hunt /bonus-hunt/past /cookies /help /mini-games /privacy /slots /store /terms".split(" "),
);
const MAX_ADDRESS_LENGTH = 300;

type Request = RequestContext["request"];

interface Tools {
	/** A visitor with one of these cookies gets a page of their own. */
	ownCookies: readonly string[];
	count: Count;
	config: Pick<Config, "NODE_ENV">;
}

export function shareVisitorPages({ ownCookies, count, config }: Tools) {
	const cache = createPageCache({
		keyOf: (request) => sharedPageKey(request, ownCookies),
		onShared({ request }) {
			const { url = "", headers } = request;
			const referer: [string, string][] = headers.referer ? [["Referer", headers.referer]] : [];
			const asked = { url: `http://site${url}`, headers: new Headers(referer) };
			if (isSeen(asked, preferencesOf(request).ageVerified)) count("page_view", pathOf(url));
		},
	});
	// In development the code changes, too.
	if (config.NODE_ENV !== "development") addMiddleware(cache.middleware);
	return cache;
}

/** @returns undefined for a request that must get a page of its own. */
export function sharedPageKey(request: Request, ownCookies: readonly string[]): string | undefined {
	const { method, url = "", headers } = request;
	if (method !== "GET" || url.length > MAX_ADDRESS_LENGTH || !SHARED.has(pathOf(url))) return undefined;
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

/** As all browsers do. */
export const takesGzip = (acceptEncoding: string | string[] | null | undefined): boolean =>
	/(^|[\s,])gzip\s*(,|$|;\s*q=(1|0\.[0-9]*[1-9]))/i.test([acceptEncoding ?? ""].flat().join());
