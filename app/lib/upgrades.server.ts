/**
 * Takes requests to change the protocol of a connection, such as to a WebSocket, under stock remix-serve, which has no hook for
 * them. Node publishes each connection on a diagnostics channel before it reads from it, so a server's first request is covered.
 */
import { subscribe } from "node:diagnostics_channel";
import { type IncomingMessage, Server } from "node:http";
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
				// Vite's development server takes upgrades for its own WebSocket.
				if (server.listenerCount("upgrade") === 1) answerPlainly(server, request, socket, head);
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
 * no body, and only Node 24.9 can be told which requests to ignore. So the server gets the connection again, with a request that
 * lacks the wish. It is the last one of the connection: a header that Node has dropped may have said where its body ends.
 */
function answerPlainly(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
	// An earlier request of the connection is unanswered (HTTP pipelining).
	if ((socket as { _httpMessage?: unknown })._httpMessage) return void socket.destroy();
	const { method, url, httpVersion, rawHeaders } = request;
	const lines = rawHeaders.flatMap((name, at) =>
		at % 2 === 1 || /^(upgrade|connection)$/i.test(name) ? [] : `${name}: ${rawHeaders[at + 1]}`,
	);
	const begin = [`${method} ${url} HTTP/${httpVersion}`, ...lines, "Connection: close", "", ""].join("\r\n");
	socket.unshift(Buffer.concat([Buffer.from(begin, "latin1"), head]));
	server.emit("connection", socket);
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
