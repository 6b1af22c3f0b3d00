/**
 * Takes requests to change the protocol of a connection, such as to a WebSocket, under stock remix-serve, which has no hook for
 * them. Node publishes each connection on a diagnostics channel before it reads from it, so a server's first request is covered.
 */
import { channel, subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { guarded, reportFault } from "./guarded";
import { outsideRequest } from "./request-context.server";

/** @returns whether it takes the connection. */
type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => boolean;

/** Calls `upgrade` for each request to change the protocol. All that it does not take are answered as plain requests. */
export function onUpgrade(upgrade: Upgrade): void {
	const known = new WeakSet<Server>();
	const listen = guarded((message: unknown) => {
		const { server } = (message as { socket: Socket & { server?: unknown } }).socket;
		if (!(server instanceof Server) || known.has(server)) return;
		known.add(server);
		const onRequest = (request: IncomingMessage, socket: Socket, head: Buffer) => {
			try {
				// Node has removed its own listener, and an error without one would end the process.
				socket.on(
					"error",
					guarded(() => socket.destroy()),
				);
				if (outsideRequest(() => upgrade(request, socket, head))) return;
				// Vite's development server has a WebSocket of its own.
				if (server.listenerCount("upgrade") === 1) answerPlainly(server, request, socket);
			} catch (error) {
				reportFault(error);
				socket.destroy();
			}
		};
		server.on("upgrade", guarded(onRequest as (...args: unknown[]) => void));
	});
	subscribe("net.server.socket", listen);
}

/**
 * Without a listener Node ignores the wish, which some clients express with each first request (`Upgrade: h2c`). With one, it reads
 * no body, so a request with a body is refused.
 */
function answerPlainly(server: Server, request: IncomingMessage, socket: Socket): void {
	const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
	if (length !== "0" || encoding !== undefined) {
		refuseUpgrade(socket, "400 Bad Request");
		return;
	}
	const response = new ServerResponse(request);
	response.shouldKeepAlive = false;
	try {
		response.assignSocket(socket);
	} catch {
		// An earlier request of the connection is unanswered (HTTP pipelining).
		socket.destroy();
		return;
	}
	response.once(
		"finish",
		guarded(() => socket.destroySoon()),
	);
	channel("http.server.request.start").publish({ request, response, socket, server });
	server.emit("request", request, response);
}

/**
 * Answers a request to change the protocol with a status and no body, and closes the connection: Node no longer watches it, so one
 * whose client does not close it would stay open for good.
 */
export function refuseUpgrade(socket: Socket, status: string, headers = ""): void {
	socket.end(
		`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`,
		guarded(() => socket.destroy()),
	);
}
