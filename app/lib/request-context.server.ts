/**
 * Request context and middleware for stock remix-serve, which passes loaders a web Request and nothing else. Node
 * publishes each HTTP request on a diagnostics channel. The subscriber stores Node's request, response and server in
 * an AsyncLocalStorage, so that they are available to all code that runs for the request.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";
import { guarded, reportFault } from "./guarded";

export interface RequestContext {
	/** UUID that identifies the request in logs and on error pages. */
	id: string;
	request: IncomingMessage;
	response: ServerResponse;
	server: Server;
	/** The `Origin` header, removed from the request so that Remix's own check does not answer 500. `createAction` checks it. */
	origin: string | undefined;
	/** The names of the host in `Host` and `X-Forwarded-Host`, if none is that of APP_ORIGIN. Both can be forged, except by pages of other sites. */
	otherHosts?: readonly string[];
	/** The IP address of the other end of the connection, or `unknown`. Stored, because a request can lose its connection. */
	peerAddress: string;
	/** The user whose session sent the request, if this process has verified the session before. */
	account?: string | undefined;
	/** `performance.now()` when the request head was received. */
	arrivedAt: number;
	/** Set when the request is rejected as overloaded. Such requests are logged at debug level. */
	isRejected?: true;
	/** Set when another process has to answer the request. Such requests are logged at debug level and do not count as failures. */
	isElsewhere?: true;
	/**
	 * Set while the form of the request is answered before Remix. `outcome`: what its action has decided. When Remix has to answer
	 * it, the action runs again and returns the same.
	 */
	early?: { outcome?: Promise<unknown> };
	/** Detaches the context, so that a connection that stays open does not keep it alive. */
	release(): void;
}

type Listener = (context: RequestContext) => void;

/**
 * Answers the request itself, or calls `pass` (now or later) to hand it to the next middleware and finally to Remix. An
 * exception or a rejection is reported, and the request is answered with 500.
 */
export type Middleware = (context: RequestContext, pass: () => void) => void | Promise<void>;

/** The content of the AsyncLocalStorage. Indirect, so that `release` can clear it. */
interface Store {
	context: RequestContext | undefined;
	/** Whether a listener has failed. */
	hasFailed: boolean;
}

interface Registry {
	storage: AsyncLocalStorage<Store>;
	listeners: Set<Listener>;
	/** In the order in which they run. */
	middlewares: Set<Middleware>;
}

// One registry per process: the development server evaluates this module again after each change.
const key = Symbol.for("plateia.node-request");
const globals = globalThis as typeof globalThis & { [key]?: Registry };

function subscribeToRequests(): Registry {
	const registry: Registry = {
		storage: new AsyncLocalStorage(),
		listeners: new Set(),
		middlewares: new Set(),
	};
	const patched = new WeakSet<Server>();
	const onStart = (message: unknown) => {
		const { request, response, server } = message as Pick<RequestContext, "request" | "response" | "server">;
		const { origin } = request.headers;
		delete request.headers.origin;
		const context: RequestContext = {
			id: crypto.randomUUID(),
			request,
			response,
			server,
			origin,
			peerAddress: request.socket.remoteAddress ?? "unknown",
			arrivedAt: performance.now(),
			release: () => (store.context = undefined),
		};
		const store: Store = { context, hasFailed: false };
		if (!patched.has(server)) runMiddlewareBefore(server, registry);
		patched.add(server);
		// The store stays with the connection until its next request replaces it.
		registry.storage.enterWith(store);
		for (const listener of registry.listeners) {
			try {
				listener(context);
			} catch (error) {
				reportFault(error);
				store.hasFailed = true;
			}
		}
	};
	subscribe("http.server.request.start", guarded(onStart));
	return registry;
}

/**
 * Patches `server.emit` so that middleware runs before the server's `request` listeners. Node publishes on the
 * diagnostics channel before it emits `request`, so a server's first request is covered too.
 */
function runMiddlewareBefore(server: Server, { storage, middlewares }: Registry) {
	const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
	server.emit = (event: string, ...args: unknown[]): boolean => {
		const store = storage.getStore();
		if (event !== "request" || !store?.context) return emit(event, ...args);
		const { context } = store;
		const fail = guarded((error: unknown) => {
			reportFault(error);
			answerFailure(context);
		});
		const remaining = [...middlewares];
		/** Never throws: a middleware may pass the request on in a callback of Node. */
		const runNext = () => {
			try {
				const middleware = remaining.shift();
				if (!middleware) return void emit(event, ...args);
				let passed = false;
				const answering = middleware(context, () => {
					if (passed) return;
					passed = true;
					// The connection may have read its next request, which replaced the store.
					storage.run(store, runNext);
				});
				answering?.catch(fail);
			} catch (error) {
				fail(error);
			}
		};
		if (store.hasFailed) answerFailure(context);
		else runNext();
		return true;
	};
}

/** Answers 500 and closes the connection, whose further requests would depend on what has failed. */
function answerFailure({ response }: RequestContext): void {
	if (response.headersSent) response.destroy();
	else response.writeHead(500, { Connection: "close", "Content-Length": 0 }).end();
}

globals[key] ??= subscribeToRequests();
const registry = globals[key];

/** The context of the request that the calling code runs for; undefined outside a request, as in jobs. */
export const currentContext = (): RequestContext | undefined => registry.storage.getStore()?.context;

/** Runs code that belongs to no request, although its connection may have had one. */
export const outsideRequest = <Result>(run: () => Result): Result =>
	registry.storage.run({ context: undefined, hasFailed: false }, run);

/**
 * Calls `listener` synchronously at the start of every request, including static files, before any middleware. An exception is
 * reported, and the request is answered with 500.
 * @returns a function that removes the listener.
 */
export function onRequest(listener: Listener): () => void {
	registry.listeners.add(listener);
	return () => registry.listeners.delete(listener);
}

/**
 * Runs `middleware` for every request, including static files, before Express and Remix. Middlewares run in the order
 * in which they were added.
 * @returns a function that removes the middleware.
 */
export function addMiddleware(middleware: Middleware): () => void {
	registry.middlewares.add(middleware);
	return () => registry.middlewares.delete(middleware);
}

/**
 * Resolves when the response head is written or the connection has closed; never rejects. It does not wait for the
 * body, whose duration depends on the client and, for a pipelined request, on the response before it. Must be called
 * before the head is written.
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
 * The client's IP address, or `unknown`. Each trusted proxy appends the address of its peer to `X-Forwarded-For`.
 * Entries further left are set by the client and are ignored.
 * @param trustedProxyHops the number of trusted proxies; 0 ignores the header.
 */
export function clientAddress(
	{
		request,
		peerAddress,
	}: Pick<RequestContext, "peerAddress"> & { request: Pick<IncomingMessage, "headers"> },
	trustedProxyHops: number,
): string {
	const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",");
	const addresses = forwarded.split(",").flatMap((address) => address.trim() || []);
	addresses.push(peerAddress);
	return addresses[Math.max(0, addresses.length - 1 - trustedProxyHops)] ?? "unknown";
}

/**
 * The client of a request in rate limits: the user of a known session, otherwise the subscriber. Thousands of subscribers of a
 * mobile carrier share one IPv4 address.
 * @param trustedProxyHops see {@link clientAddress}.
 */
export const clientOf = (context: RequestContext, trustedProxyHops: number): string =>
	keyOf(context, trustedProxyHops, subscriberOf);

/**
 * The client of a request in queues and shared limits: the user of a known session, otherwise the network. A single server may have
 * all subscribers' ranges of a network; with a share for each of them it would leave nothing to others.
 * @param trustedProxyHops see {@link clientAddress}.
 */
export const sharerOf = (context: RequestContext, trustedProxyHops: number): string =>
	keyOf(context, trustedProxyHops, networkOf);

const keyOf = (context: RequestContext, trustedProxyHops: number, rangeOf: (address: string) => string) =>
	context.account === undefined
		? `address:${rangeOf(clientAddress(context, trustedProxyHops))}`
		: `user:${context.account}`;

/**
 * The address range that one subscriber usually has: the IPv4 address itself, or the /64 network of an IPv6 address.
 * Other text is returned as it is.
 */
export const subscriberOf = (address: string): string => networkPrefix(address, 4);

/**
 * The largest address range that one organisation usually has: the IPv4 address itself, or the /48 network of an IPv6
 * address.
 * @param address an IP address or a result of {@link subscriberOf}.
 */
export const networkOf = (address: string): string => networkPrefix(address.replace(/\/64$/, ""), 3);

/** Parsing takes longer than all else that a form needs to be counted. */
const prefixes = new LRUCache<string, string>({ max: 10_000 });

/** @param size the length of the network prefix, in groups of 16 bits. */
function networkPrefix(address: string, size: number): string {
	if (!isIPv6(address)) return address;
	const key = `${size} ${address}`;
	const known = prefixes.get(key) ?? prefixOf(address, size);
	prefixes.set(key, known);
	return known;
}

function prefixOf(address: string, size: number): string {
	// ipaddr.js does not read every zone, such as that of `fe80::1%eth0.100`.
	const parsed = ipaddr.process(address.replace(/%.*/, ""));
	if (parsed instanceof ipaddr.IPv4) return parsed.toString();
	const groups = parsed.parts.slice(0, size).map((group) => group.toString(16));
	return `${groups.join(":")}::/${size * 16}`;
}
