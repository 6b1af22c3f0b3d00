import { STATUS_CODES } from "node:http";
import type { Config } from "~/lib/config.server";
import { addMiddleware, type RequestContext } from "~/lib/request-context.server";

/** Supported methods. Remix runs actions for other methods too, and the web Request constructor throws for some. */
const METHODS = new Set(["GET", "HEAD", "POST"]);

/**
 * Request headers that are removed. They make Express fail for a file that exists, and print a stack trace into the
 * log. Static files are small, so range requests are not needed.
 */
const CONDITIONS = ["if-match", "if-unmodified-since", "range", "if-range"];

/**
 * Rejects requests that no browser sends and that Express or Remix cannot handle: other methods (405), unreadable
 * targets (302 to `/`, or 400 for POST) and Remix's old `_data` parameter (400). For all others it sets `Host` to the
 * host of APP_ORIGIN and removes `X-Forwarded-Host`, so that neither can influence generated URLs.
 * @returns a function that removes the middleware.
 */
export function rejectMalformedRequests({
	APP_ORIGIN,
	NODE_ENV,
}: Pick<Config, "APP_ORIGIN" | "NODE_ENV">): () => void {
	// Vite's development server checks the host itself and supports more methods.
	if (NODE_ENV === "development") return () => {};
	const { host } = new URL(APP_ORIGIN);
	return addMiddleware((context, pass) => {
		const { request } = context;
		if (!METHODS.has(request.method ?? "")) return answer(context, 405, { Allow: [...METHODS].join(", ") });
		const target = targetOf(request.url ?? "");
		if (target === undefined) {
			// Like any unknown path, it redirects to the start page.
			return request.method === "POST" ? answer(context, 400) : answer(context, 302, { Location: "/" });
		}
		// The data requests before single fetch. No browser sends them here, and Remix logs each one as an error.
		if (isOldDataRequest(target)) return answer(context, 400);
		request.url = target;
		request.headers.host = host;
		delete request.headers["x-forwarded-host"];
		for (const name of CONDITIONS) delete request.headers[name];
		pass();
	});
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
