/**
 * Stock remix-serve hands loaders a web Request and no more. Node announces each HTTP request on a
 * diagnostics channel; entered into an AsyncLocalStorage there, its own request, response and server
 * are at hand in whatever runs for that request. This file is the one window onto them.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";

export interface Exchange {
	/** Names the request in logs and on error pages. */
	id: string;
	request: IncomingMessage;
	response: ServerResponse;
	server: Server;
	/** The `Origin` header, for the front door of actions alone: Remix's own check answers 500. */
	origin: string | undefined;
	/** `performance.now()` when the request's head had arrived. */
	arrivedAt: number;
}

type Listener = (exchange: Exchange) => void;

interface Window {
	storage: AsyncLocalStorage<Exchange>;
	listeners: Set<Listener>;
}

// One per process: a development server evaluates this module again at each change.
const key = Symbol.for("plateia.node-request");
const globals = globalThis as typeof globalThis & { [key]?: Window };

function open(): Window {
	const window: Window = { storage: new AsyncLocalStorage(), listeners: new Set() };
	subscribe("http.server.request.start", (message) => {
		const { request, response, server } = message as Pick<Exchange, "request" | "response" | "server">;
		const { origin } = request.headers;
		delete request.headers.origin;
		const exchange: Exchange = {
			id: crypto.randomUUID(),
			request,
			response,
			server,
			origin,
			arrivedAt: performance.now(),
		};
		window.storage.enterWith(exchange);
		for (const listener of window.listeners) listener(exchange);
	});
	return window;
}

globals[key] ??= open();
const window = globals[key];

/** The HTTP exchange that the calling code runs for; undefined outside one, as in jobs. */
export const currentExchange = (): Exchange | undefined => window.storage.getStore();

/** Calls `listener` at the start of every request, static files included. */
export function onRequest(listener: Listener): () => void {
	window.listeners.add(listener);
	return () => window.listeners.delete(listener);
}

/**
 * The client's address. Each trusted proxy appended the address it saw to `X-Forwarded-For`; what
 * stands further left was written by the client and proves nothing.
 */
export function clientAddress(
	{ request }: { request: Pick<IncomingMessage, "headers" | "socket"> },
	trustedProxyHops: number,
): string {
	const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
	const addresses = forwarded.split(",").flatMap((address) => address.trim() || []);
	addresses.push(request.socket.remoteAddress ?? "unknown");
	return addresses[Math.max(0, addresses.length - 1 - trustedProxyHops)] ?? "unknown";
}

/** What one subscriber holds: an IPv4 address, or the /64 network that an IPv6 address lies in. */
export function subscriberOf(address: string): string {
	if (!isIPv6(address)) return address;
	const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
	if (mapped) return mapped;
	const [head = "", tail] = address.split("::");
	const groups = head.split(":").filter(Boolean);
	const last = tail?.split(":").filter(Boolean) ?? [];
	const zeros = tail === undefined ? 0 : 8 - groups.length - last.length;
	const all = [...groups, ...new Array<string>(zeros).fill("0"), ...last];
	return `${all
		.slice(0, 4)
		.map((group) => group.replace(/^0+(?=.)/, "").toLowerCase())
		.join(":")}::/64`;
}
