import { STATUS_CODES } from "node:http";
import type { Config } from "~/lib/config.server";
import { addMiddleware, type RequestContext } from "~/lib/request-context.server";

/** All that the site is asked by. Others would reach actions, or fail where a web Request is made of them. */
const METHODS = new Set(["GET", "HEAD", "POST"]);

/**
 * Files are small and sent whole, unless the browser has them. By these Express fails with one that it has found, and
 * prints its stack among the log's lines.
 */
const CONDITIONS = ["if-match", "if-unmodified-since", "range", "if-range"];

/**
 * Turns away, before Express and Remix see them, requests that no browser sends and that would fail there. To the
 * rest the site's own address is its only one: nothing in it can be led astray by `Host` or `X-Forwarded-Host`.
 */
export function rejectMalformedRequests({
	APP_ORIGIN,
	NODE_ENV,
}: Pick<Config, "APP_ORIGIN" | "NODE_ENV">): () => void {
	// Vite's own server looks at the host itself, and answers more methods.
	if (NODE_ENV === "development") return () => {};
	const { host } = new URL(APP_ORIGIN);
	return addMiddleware((context, pass) => {
		const { request } = context;
		if (!METHODS.has(request.method ?? "")) return answer(context, 405, { Allow: [...METHODS].join(", ") });
		const target = targetOf(request.url ?? "");
		if (target === undefined) {
			// Any path that the site does not have leads to the start.
			return request.method === "POST" ? answer(context, 400) : answer(context, 302, { Location: "/" });
		}
		// The server's older way to ask for one loader's data: nobody uses it, and each use is logged as a fault.
		if (asksForOneLoader(target)) return answer(context, 400);
		request.url = target;
		request.headers.host = host;
		delete request.headers["x-forwarded-host"];
		for (const name of CONDITIONS) delete request.headers[name];
		pass();
	});
}

/** Path and query of what is asked for, be it written as a whole address; undefined if it cannot be read. */
function targetOf(written: string): string | undefined {
	const whole = /^https?:\/\/[^/?#]*(.*)$/i.exec(written);
	const target = whole ? whole[1]?.replace(/^(?!\/)/, "/") : written;
	if (!target?.startsWith("/") || !URL.canParse(`http://site.invalid${target}`)) return undefined;
	const [path = ""] = target.split("?", 1);
	try {
		return decodeURIComponent(path).includes("\0") ? undefined : target;
	} catch {
		return undefined;
	}
}

const asksForOneLoader = (target: string): boolean =>
	target.includes("?") && new URLSearchParams(target.slice(target.indexOf("?"))).has("_data");

function answer({ response }: RequestContext, status: number, headers: Record<string, string> = {}): void {
	const words = `${STATUS_CODES[status]}\n`;
	response.writeHead(status, {
		...headers,
		"Content-Type": "text/plain; charset=utf-8",
		"Content-Length": Buffer.byteLength(words),
		"Cache-Control": "no-store",
	});
	response.end(words);
}
