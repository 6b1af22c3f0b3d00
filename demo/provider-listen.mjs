import { once } from "node:events";
import { createServer } from "node:http";

const ATTEMPTS = 10;
const WITHOUT_IPV6 = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);

async function listen(address, port, answer, upgrade) {
	const server = createServer(answer);
	if (upgrade) server.on("upgrade", upgrade);
	server.listen({ host: address, port });
	await once(server, "listening");
	return server;
}

/**
 * Listens on 127.0.0.1 and, if available, on ::1, because "localhost" may resolve to either.
 * @param {number} port 0 selects a port that is free on both
 * @param {import("node:http").RequestListener} answer
 * @param {(request: import("node:http").IncomingMessage, socket: import("node:stream").Duplex, head: Buffer) => void} [upgrade]
 * @returns the chosen port, and `close`, which also closes open connections
 * @throws the system error, such as EADDRINUSE
 */
export async function listenOnLoopback(port, answer, upgrade) {
	for (let attempt = 1; ; attempt += 1) {
		const servers = [await listen("127.0.0.1", port, answer, upgrade)];
		const chosen = servers[0].address().port;
		try {
			servers.push(await listen("::1", chosen, answer, upgrade));
		} catch (error) {
			if (!WITHOUT_IPV6.has(error.code)) {
				servers[0].close();
				if (port === 0 && error.code === "EADDRINUSE" && attempt < ATTEMPTS) continue;
				throw error;
			}
		}
		return {
			port: chosen,
			close: async () => {
				const closed = servers.map((server) => (server.listening ? once(server, "close") : undefined));
				for (const server of servers) {
					server.close();
					server.closeAllConnections();
				}
				await Promise.all(closed);
			},
		};
	}
}
