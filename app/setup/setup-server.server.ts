import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname } from "node:path";
import { Readable } from "node:stream";
import { sendSecurityHeaders } from "~/http/security-headers.server";
import type { Config } from "~/lib/config.server";
import { guarded } from "~/lib/guarded";
import { addMiddleware, currentContext } from "~/lib/request-context.server";
import type { Log } from "~/observability/log.server";
import { StartError } from "~/storage/site-database.server";
import type { Setup } from "./setup.server";
import { isPrivateOrigin } from "./sign-in-settings.server";

/** The files that the pages use. */
const TYPES: Record<string, string | undefined> = {
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
	".woff2": "font/woff2",
};
/** How long responses may take at the end. */
const CUT_MS = 1000;
const METHODS = new Set(["GET", "HEAD", "POST"]);

interface Tools {
	port: number;
	/** All addresses if undefined. */
	host: string | undefined;
	config: Pick<Config, "TRUSTED_PROXY_HOPS">;
	log: Pick<Log, "error">;
	/** Folder and paths of the built files. */
	files: { folder: string; paths: ReadonlySet<string> };
	setup: Pick<Setup, "answer">;
}

/**
 * Serves the setup where the site itself will listen.
 * @returns a function that ends it, so that the site can listen there.
 * @throws {StartError} if it cannot listen.
 */
export async function serveSetup(tools: Tools): Promise<() => Promise<void>> {
	const stopHeaders = addMiddleware(sendSecurityHeaders({ APP_ORIGIN: "" }));
	const server = createServer((request, response) => {
		// Read now, because the context is lost when a connection has a further request.
		const sentOrigin = currentContext()?.origin;
		respond(request, response, sentOrigin, tools).catch((error: unknown) => {
			tools.log.error({ event: "request-failed", path: request.url?.split("?", 1)[0], err: error });
			if (!response.headersSent) response.writeHead(500);
			response.end();
		});
	});
	server.listen({ port: tools.port, host: tools.host });
	try {
		await once(server, "listening");
	} catch (error) {
		throw new StartError(`The site cannot listen on port ${tools.port}: ${(error as Error).message}`, error);
	}
	return async () => {
		stopHeaders();
		const closed = once(server, "close");
		server.close();
		// The last response is under way. Other clients must not delay the start.
		const cutAll = guarded(() => server.closeAllConnections());
		const cut = setTimeout(cutAll, CUT_MS);
		await closed;
		clearTimeout(cut);
	};
}

async function respond(
	incoming: IncomingMessage,
	response: ServerResponse,
	sentOrigin: string | undefined,
	{ config, files, setup }: Tools,
): Promise<void> {
	const { method = "", url = "/", headers } = incoming;
	response.shouldKeepAlive = false;
	const seen = originOf(headers, config.TRUSTED_PROXY_HOPS);
	if (!METHODS.has(method)) return void response.writeHead(405).end();
	const address = `${seen?.origin}${url}`;
	if (!seen || !url.startsWith("/") || !URL.canParse(address)) return void response.writeHead(400).end();
	const { pathname } = new URL(address);
	const type = TYPES[extname(pathname)];
	if (type && files.paths.has(pathname)) {
		const cached = pathname.startsWith("/assets/")
			? "public, max-age=31536000, immutable"
			: "public, max-age=3600";
		const body = readFileSync(files.folder + pathname);
		response.writeHead(200, { "Content-Type": type, "Content-Length": body.length, "Cache-Control": cached });
		return void response.end(method === "HEAD" ? undefined : body);
	}
	const fields = Object.entries(headers).map(([name, value]): [string, string] => [
		name,
		[value ?? []].flat().join(", "),
	]);
	const body =
		method === "POST" ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" as const } : {};
	const request = new Request(address, { method, headers: fields, ...body });
	const answer = await setup.answer({
		...{ request, sentOrigin, url: new URL(address) },
		isPrivate: seen.isPrivate,
	});
	const text = await answer.text();
	response
		.setHeaders(answer.headers)
		.writeHead(answer.status)
		.end(method === "HEAD" ? undefined : text);
}

/**
 * The origin of a request in the browser, and whether nobody can read it on its way: over https, which only a trusted proxy
 * states, or from a browser on the machine itself, such as through a tunnel. Browsers send `Sec-Fetch-Site` to such
 * addresses only, so that a request without it comes through a proxy that hides the address.
 * @param hops the number of trusted proxies.
 * @returns undefined for an unreadable `Host`.
 */
export function originOf(
	headers: Readonly<Record<string, string | string[] | undefined>>,
	hops: number,
): { origin: string; isPrivate: boolean } | undefined {
	const stated = [headers["x-forwarded-proto"] ?? []].flat().join(",").split(",");
	const scheme = hops > 0 ? stated[Math.max(0, stated.length - hops)]?.trim().toLowerCase() : "";
	const address = `${scheme === "https" ? "https" : "http"}://${headers.host ?? ""}`;
	if (!URL.canParse(address)) return undefined;
	const { origin } = new URL(address);
	// A proxy may send its own name for the machine as Host. Its browsers are elsewhere.
	const isForwarded = ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via"].some(
		(name) => headers[name],
	);
	const isLocal = !isForwarded && headers["sec-fetch-site"] !== undefined;
	return { origin, isPrivate: isPrivateOrigin(origin) && (scheme === "https" || isLocal) };
}
