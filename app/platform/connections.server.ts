import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import type { Socket } from "node:net";
import type { Config } from "./config.server";
import type { Log } from "./log.server";
import { subscriberOf } from "./node-request.server";

interface Limits {
	/** Time for a request's head, and for all of it. Node looks every 30 s. */
	headMs: number;
	requestMs: number;
	/** Open at once, of all and of one subscriber. */
	most: number;
	mostPerAddress: number;
}

const LIMITS: Limits = {
	headMs: 20_000,
	// The largest picture, sent at half a megabit per second.
	requestMs: 120_000,
	// Somewhat more than event streams.
	most: 25_000,
	mostPerAddress: 1000,
};
const TELL_MS = 60_000;

/**
 * Bounds what connections may hold of the process, be it by saying nothing. Behind a proxy all come from its address:
 * there the proxy counts them.
 */
export function limitConnections(
	{ RATE_LIMIT_SCALE, TRUSTED_PROXY_HOPS }: Pick<Config, "RATE_LIMIT_SCALE" | "TRUSTED_PROXY_HOPS">,
	log: Log,
	limits: Limits = LIMITS,
): () => void {
	const mostPerAddress =
		TRUSTED_PROXY_HOPS > 0 ? Number.POSITIVE_INFINITY : limits.mostPerAddress * RATE_LIMIT_SCALE;
	const open = new Map<string, number>();
	let toldAt = Number.NEGATIVE_INFINITY;

	// Node announces each connection; stock remix-serve hands out no server.
	const onConnection = (message: unknown) => {
		const { socket } = message as { socket: Socket & { server?: unknown } };
		const { server } = socket;
		if (!(server instanceof Server)) return;
		server.headersTimeout = limits.headMs;
		server.requestTimeout = limits.requestMs;
		server.maxConnections = limits.most;
		const address = subscriberOf(socket.remoteAddress ?? "unknown");
		const count = (open.get(address) ?? 0) + 1;
		open.set(address, count);
		socket.once("close", () => {
			const left = (open.get(address) ?? 1) - 1;
			if (left > 0) open.set(address, left);
			else open.delete(address);
		});
		if (count <= mostPerAddress) return;
		socket.destroy();
		if (performance.now() - toldAt < TELL_MS) return;
		toldAt = performance.now();
		log.warn({ event: "too-many-connections", address, open: count });
	};
	subscribe("net.server.socket", onConnection);
	return () => void unsubscribe("net.server.socket", onConnection);
}
