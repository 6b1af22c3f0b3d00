import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import type { Config } from "~/lib/config.server";
import type { Middleware, RequestContext } from "~/lib/request-context.server";

/** Supported methods. Remix runs actions for other methods too, and the web Request constructor throws for some. */
const METHODS = new Set(["GET", "HEAD", "POST"]);

/**
 * Request headers that are removed. They make Express fail for a file that exists, and print a stack trace into the
 * log. Static files are small, so range requests are not needed.
 */
const CONDITIONS = ["if-match", "if-unmodified-since", "range", "if-range"];

/**
 * Limits of a request target, far above the length of every address of the site. Pages repeat their address in links,
 * Express and Remix parse the query several times, and the router's time grows with the square of the slashes in a row:
 * 14,000 take 0.4 s. The length is that of nginx's default, because an authorisation code may be long; a query has at
 * most as many parameters as a form has fields.
 */
const MAX_LENGTH = { target: 8000, path: 2000 };
const MAX_SEGMENTS = 20;
const MAX_PARAMETERS = 200;
/** Separators of a path as any layer may read them: URLs treat `\` as `/`. */
const SEPARATORS = /[/\\]|%2f|%5c/gi;

/**
 * Paths that no browser requests, in upper or lower case. Remix's discovery of routes takes seconds for a path of slashes.
 * It is off, and this guard does not depend on the option. A data request (`.data`) for a file returns the whole file as
 * JSON text, encoded in one step: 0.25 s for a picture of 1 MB.
 */
const REFUSED_PATHS: readonly RegExp[] = [
	/^\/*__manifest(\.data)?\/*$/i,
	/^\/(api|avatars|icons|overlay|slot-images)\/.*\.data$/i,
	// A player may have one of these names.
	/^(?!\/+players\/).*\/(export|picture\.png|draw\.json)\/*\.data$/i,
	/^\/(live|healthz|metrics|offline|sw\.js|robots\.txt|manifest\.webmanifest)\/*\.data$/i,
	/^\/(favicon\.ico|apple-touch-icon\.png|share\.png)\/*\.data$/i,
];

/**
 * Rejects requests that no browser sends and that Express or Remix cannot handle: other methods (405), targets that are
 * too long (414) or unreadable (302 to `/`, or 400 for POST), Remix's discovery of routes and data requests for files (404),
 * and Remix's old `_data` parameter (400). For all others it sets `Host` to the host of APP_ORIGIN and removes
 * `X-Forwarded-Host`, so that neither can influence generated URLs. If both name other hosts, the context has them.
 */
export function rejectMalformedRequests({ APP_ORIGIN }: Pick<Config, "APP_ORIGIN">): Middleware {
	const { host, hostname } = new URL(APP_ORIGIN);
	return (context, pass) => {
		const { request } = context;
		if (!METHODS.has(request.method ?? "")) return answer(context, 405, { Allow: [...METHODS].join(", ") });
		const written = request.url ?? "";
		if (isTooLong(written)) return answer(context, 414);
		const target = targetOf(written);
		if (target === undefined) {
			// Like any unknown path, it redirects to the start page.
			return request.method === "POST" ? answer(context, 400) : answer(context, 302, { Location: "/" });
		}
		if (isRefusedPath(target)) return answer(context, 404);
		// The data requests before single fetch. No browser sends them here, and Remix logs each one as an error.
		if (isOldDataRequest(target)) return answer(context, 400);
		request.url = target;
		const hosts = hostNamesOf(request.headers);
		// Not the ports: proxies may leave them out.
		if (hosts.length > 0 && !hosts.includes(hostname)) context.otherHosts = hosts;
		request.headers.host = host;
		delete request.headers["x-forwarded-host"];
		for (const name of CONDITIONS) delete request.headers[name];
		pass();
	};
}

/** The client may send thousands, which take milliseconds to read. */
const MAX_HOSTS = 8;

/** The first names in `Host` and `X-Forwarded-Host`; malformed ones are left out. */
function hostNamesOf({ host, "x-forwarded-host": forwarded }: IncomingHttpHeaders): string[] {
	const written = [host ?? [], forwarded ?? []].flat().join(",").split(",", MAX_HOSTS);
	return written.flatMap((name) => {
		const address = `http://${name.trim()}`;
		return URL.canParse(address) ? new URL(address).hostname : [];
	});
}

function isTooLong(target: string): boolean {
	const [path = "", ...query] = target.split("?");
	return (
		target.length > MAX_LENGTH.target ||
		path.length > MAX_LENGTH.path ||
		path.split(SEPARATORS).length > MAX_SEGMENTS ||
		query.join().split("&").length > MAX_PARAMETERS
	);
}

function isRefusedPath(target: string): boolean {
	// As Remix reads it: URLs remove dot segments and treat `\` as `/`, and routes match the decoded path.
	const path = decodeURIComponent(new URL(`http://site.invalid${target}`).pathname);
	return REFUSED_PATHS.some((pattern) => pattern.test(path));
}

/** Path and query of a request target in origin or absolute form; undefined if it is unreadable. */
function targetOf(written: string): string | undefined {
	const whole = /^https?:\/\/[^/?#]*(.*)$/i.exec(written);
	const target = whole ? whole[1]?.replace(/^(?!\/)/, "/") : written;
	if (!target?.startsWith("/") || !URL.canParse(`http://site.invalid${target}`)) return undefined;
	// PostgreSQL refuses texts with a NUL character, also in a comparison.
	if (target.includes("%00")) return undefined;
	const [path = ""] = target.split("?", 1);
	try {
		decodeURIComponent(path);
		return target;
	} catch {
		return undefined;
	}
}

const isOldDataRequest = (target: string): boolean =>
	target.includes("?") && new URLSearchParams(target.slice(target.indexOf("?"))).has("_data");

function answer({ response }: RequestContext, status: number, headers: Record<string, string> = {}): void {
	const body = `${STATUS_CODES[status]}\n`;
	response.writeHead(status, {
		...headers,
		"Content-Type": "text/plain; charset=utf-8",
		"Content-Length": Buffer.byteLength(body),
		"Cache-Control": "no-store",
	});
	response.end(body);
}
