import { parse } from "cookie";
import type { Config } from "~/lib/config.server";
import { isLoopback } from "~/lib/loopback";
import type { Middleware, RequestContext } from "~/lib/request-context.server";

/**
 * Paths that work at every host, because they need no cookie: those of programs, pictures, data, and the overlays, which a
 * streaming program may load by an address of the local network.
 */
const WITHOUT_HOST =
	/^\/(api|avatars|hooks|icons|slot-images)\/|^\/(live|healthz|metrics|robots\.txt|sw\.js|offline|manifest\.webmanifest)$|\/overlay(\/|$)|\/picture\.png$|\.data$/;

const NAME = "other-host";
/** A browser that follows this many redirects in a row comes back each time. */
const MAX_IN_A_ROW = 3;
const IN_A_ROW_SECONDS = 10;
const LOOP_SECONDS = 60 * 60;

/**
 * Redirects a page that is requested by another name of the site's host to APP_ORIGIN: cookies and the sign-in belong to that
 * host. Names of the machine itself, and those without a dot, are left alone, because proxies and health checks use them.
 * The redirect is temporary, because APP_ORIGIN may change.
 *
 * A proxy that replaces `Host`, or redirects APP_ORIGIN back, would make it a loop. A cookie counts the redirects in a row,
 * and after three of them the page is shown for an hour.
 * @param files paths of the static files.
 */
export function redirectOtherHosts(
	{ APP_ORIGIN }: Pick<Config, "APP_ORIGIN">,
	files: ReadonlySet<string>,
): Middleware {
	const secure = APP_ORIGIN.startsWith("https:") ? "; Secure" : "";
	return (context, pass) => {
		const { request, response } = context;
		if (!mustMove(context, files)) return pass();
		const count = Number(parse(request.headers.cookie ?? "")[NAME]) || 0;
		if (count >= MAX_IN_A_ROW) return pass();
		const seconds = count + 1 < MAX_IN_A_ROW ? IN_A_ROW_SECONDS : LOOP_SECONDS;
		response.writeHead(302, {
			Location: APP_ORIGIN + request.url,
			"Set-Cookie": `${NAME}=${count + 1}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`,
			"Cache-Control": "no-store",
			"Content-Length": 0,
		});
		response.end();
	};
}

function mustMove(context: RequestContext, files: ReadonlySet<string>): boolean {
	const { method, url = "" } = context.request;
	if (!hasPublicName(context) || (method !== "GET" && method !== "HEAD")) return false;
	const [path = ""] = url.split("?", 1);
	return !files.has(path) && !WITHOUT_HOST.test(path);
}

const hasPublicName = ({ otherHosts }: RequestContext): boolean =>
	otherHosts?.every((name) => /[.:]/.test(name) && !isLoopback(`http://${name}`)) === true;

/**
 * Whether a form of a page at another name of the site's host must be refused. Pages of other sites cannot set `Host`.
 * @param isAllowed whether the browser declares it as same-origin, which it also does at the other name over https. From
 * there, the redirect after the form would lead to APP_ORIGIN, which the page's policy forbids.
 */
export function isFromOtherHost(context: RequestContext, isAllowed: boolean): boolean {
	const { origin = "", otherHosts } = context;
	if (!otherHosts || !URL.canParse(origin) || !otherHosts.includes(new URL(origin).hostname)) return false;
	return !isAllowed || hasPublicName(context);
}
