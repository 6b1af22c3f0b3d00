/**
 * Request context and middleware below stock remix-serve, which gives loaders a web Request and nothing else. Node
 * announces each HTTP request on a diagnostics channel; its request, response and server are entered into an
 * AsyncLocalStorage there, so that they are available to all code that runs for the request.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIPv6, SocketAddress } from "node:net";

export interface RequestContext {
	/** Names the request in logs and on error pages. */
	id: string;
	request: IncomingMessage;
	response: ServerResponse;
	server: Server;
	/** The `Origin` header, for the front door of actions alone: Remix's own check answers 500. */
	origin: string | undefined;
	/** `performance.now()` when the request's head had arrived. */
	arrivedAt: number;
	/** Rejected as overloaded: the log gets one line for many of them. */
	isRejected?: true;
	/** Detaches the context, so that a connection that stays open does not keep it alive. */
	release(): void;
}

type Listener = (context: RequestContext) => void;

/** Answers a request itself, or calls `pass` once, now or later, for the next middleware and at last Remix to take it. */
export type Middleware = (context: RequestContext, pass: () => void) => void;

interface Held {
	context: RequestContext | undefined;
}

interface Window {
	storage: AsyncLocalStorage<Held>;
	listeners: Set<Listener>;
	/** In the order in which requests meet them. */
	middlewares: Set<Middleware>;
}

// One per process: a development server evaluates this module again at each change.
const key = Symbol.for("plateia.node-request");
const globals = globalThis as typeof globalThis & { [key]?: Window };

function open(): Window {
	const window: Window = { storage: new AsyncLocalStorage(), listeners: new Set(), middlewares: new Set() };
	const gated = new WeakSet<Server>();
	subscribe("http.server.request.start", (message) => {
		const { request, response, server } = message as Pick<RequestContext, "request" | "response" | "server">;
		const { origin } = request.headers;
		delete request.headers.origin;
		const context: RequestContext = {
			id: crypto.randomUUID(),
			request,
			response,
			server,
			origin,
			arrivedAt: performance.now(),
			release: () => (held.context = undefined),
		};
		const held: Held = { context };
		if (!gated.has(server)) runMiddlewareBefore(server, window);
		gated.add(server);
		// Node keeps it with the connection, until another request takes its place.
		window.storage.enterWith(held);
		for (const listener of window.listeners) listener(context);
	});
	return window;
}

/** Node tells the diagnostics channel first and then the server's own listeners: a first request is in time. */
function runMiddlewareBefore(server: Server, { storage, middlewares }: Window) {
	const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
	server.emit = (event: string, ...args: unknown[]): boolean => {
		const held = storage.getStore();
		if (event !== "request" || !held?.context) return emit(event, ...args);
		const { context } = held;
		const left = [...middlewares];
		const passOn = () => {
			const middleware = left.shift();
			if (!middleware) return void emit(event, ...args);
			let passed = false;
			middleware(context, () => {
				if (passed) return;
				passed = true;
				// By then the connection may have read its next request.
				storage.run(held, passOn);
			});
		};
		passOn();
		return true;
	};
}

globals[key] ??= open();
const window = globals[key];

/** The HTTP context that the calling code runs for; undefined outside one, as in jobs. */
export const currentContext = (): RequestContext | undefined => window.storage.getStore()?.context;

/** Calls `listener` at the start of every request, static files included. */
export function onRequest(listener: Listener): () => void {
	window.listeners.add(listener);
	return () => window.listeners.delete(listener);
}

/**
 * Has every request pass `middleware` before Express and Remix see it, static files included, after the listeners of
 * {@link onRequest}; those that were put up first come first. One that throws ends the process.
 * @returns what takes it away.
 */
export function addMiddleware(middleware: Middleware): () => void {
	window.middlewares.add(middleware);
	return () => window.middlewares.delete(middleware);
}

/**
 * Resolves when the head of the answer is written, or the connection has closed. The rest may take as long as its
 * client likes: a pipelined answer waits for the one before it.
 */
export function untilAnswered({ response }: RequestContext): Promise<void> {
	return new Promise((resolve) => {
		const writeHead = response.writeHead as (...args: unknown[]) => typeof response;
		response.writeHead = (...args: unknown[]) => {
			resolve();
			return writeHead.apply(response, args);
		};
		response.once("close", resolve);
	});
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
export const subscriberOf = (address: string): string => networkPrefix(address, 4);

/**
 * What one organisation or provider's customer holds at most: an IPv4 address, or an IPv6 /48 network.
 * @param address an address, or what {@link subscriberOf} made of it.
 */
export const networkOf = (address: string): string => networkPrefix(address.replace(/\/64$/, ""), 3);

/** @param size how many of an IPv6 address's eight groups name the network. */
function networkPrefix(address: string, size: number): string {
	if (!isIPv6(address)) return address;
	const { address: canonical } = new SocketAddress({ address, family: "ipv6" });
	const mapped = /^::ffff:([\d.]+)$/.exec(canonical)?.[1];
	if (mapped) return mapped;
	const [head = "", tail] = canonical.split("::");
	const groups = head.split(":").filter(Boolean);
	const last = tail?.split(":").filter(Boolean) ?? [];
	const zeros = new Array<string>(8 - groups.length - last.length).fill("0");
	return `${[...groups, ...zeros, ...last].slice(0, size).join(":")}::/${size * 16}`;
}
