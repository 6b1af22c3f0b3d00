/**
 * Stock remix-serve hands loaders a web Request and no more. Node announces each HTTP request on a
 * diagnostics channel; entered into an AsyncLocalStorage there, its own request, response and server
 * are at hand in whatever runs for that request. This file is the one window onto them.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, type Server, type ServerResponse } from "node:http";
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
	/**
	 * The same when its last byte had arrived; undefined until then. A client chooses when it sends the
	 * rest of a request, so that only this says when it had asked for something.
	 */
	wholeAt: number | undefined;
	/** Told once, when all is there or no more is taken in before somebody reads it: see {@link whenArrived}. */
	onArrived?: (() => void) | undefined;
	/** Turned away under load: too many are for a line of the log each. */
	isTurnedAway?: true;
	/** Makes it nobody's, so that a connection that lives on holds nothing of what it served. */
	release(): void;
}

type Listener = (exchange: Exchange) => void;

/** Answers a request itself, or calls `pass` once, now or later, for the next gate and at last Remix to take it. */
export type Gate = (exchange: Exchange, pass: () => void) => void;

interface Held {
	exchange: Exchange | undefined;
}

interface Window {
	storage: AsyncLocalStorage<Held>;
	listeners: Set<Listener>;
	/** In the order in which requests meet them. */
	gates: Set<Gate>;
}

// One per process: a development server evaluates this module again at each change.
const key = Symbol.for("plateia.node-request");
const globals = globalThis as typeof globalThis & { [key]?: Window };

function open(): Window {
	const window: Window = { storage: new AsyncLocalStorage(), listeners: new Set(), gates: new Set() };
	const gated = new WeakSet<Server>();
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
			wholeAt: undefined,
			release: () => (held.exchange = undefined),
		};
		const held: Held = { exchange };
		noteWhole(exchange);
		if (!gated.has(server)) putGatesBefore(server, window);
		gated.add(server);
		// Node keeps it with the connection, until another request takes its place.
		window.storage.enterWith(held);
		for (const listener of window.listeners) listener(exchange);
	});
	return window;
}

/** Node's parser pushes null into the request in the moment that the message is complete. */
function noteWhole(exchange: Exchange) {
	const { request } = exchange;
	request.push = (chunk, encoding) => {
		if (chunk === null) {
			exchange.wholeAt = performance.now();
			// The prototype's own is back.
			Reflect.deleteProperty(request, "push");
		}
		const wantsMore = IncomingMessage.prototype.push.call(request, chunk, encoding);
		if (chunk === null || !wantsMore) {
			const { onArrived } = exchange;
			exchange.onArrived = undefined;
			onArrived?.();
		}
		return wantsMore;
	};
}

/** Node tells the diagnostics channel first and then the server's own listeners: a first request is in time. */
function putGatesBefore(server: Server, { storage, gates }: Window) {
	const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;
	server.emit = (event: string, ...args: unknown[]): boolean => {
		const held = storage.getStore();
		if (event !== "request" || !held?.exchange) return emit(event, ...args);
		const { exchange } = held;
		const left = [...gates];
		const passOn = () => {
			const gate = left.shift();
			if (!gate) return void emit(event, ...args);
			let passed = false;
			gate(exchange, () => {
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

/** The HTTP exchange that the calling code runs for; undefined outside one, as in jobs. */
export const currentExchange = (): Exchange | undefined => window.storage.getStore()?.exchange;

/** Calls `listener` at the start of every request, static files included. */
export function onRequest(listener: Listener): () => void {
	window.listeners.add(listener);
	return () => window.listeners.delete(listener);
}

/**
 * Has every request pass `gate` before Express and Remix see it, static files included, after the listeners of
 * {@link onRequest}; those that were put up first come first. One that throws ends the process.
 * @returns what takes it away.
 */
export function putGate(gate: Gate): () => void {
	window.gates.add(gate);
	return () => window.gates.delete(gate);
}

/**
 * Calls `then` once the request is there: whole, or so much of it that Node takes in no more before it is read.
 * Never, if its client breaks off.
 */
export function whenArrived(exchange: Exchange, then: (isWhole: boolean) => void): void {
	const tell = () => then(exchange.wholeAt !== undefined);
	const { readableLength, readableHighWaterMark } = exchange.request;
	if (exchange.wholeAt !== undefined || readableLength >= readableHighWaterMark) tell();
	else exchange.onArrived = tell;
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

/** When the request that is being answered had arrived: what counts where a moment decides. */
export const momentAsked = (): number => currentExchange()?.wholeAt ?? performance.now();
