import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Lets a server listen on a loopback port. */
export async function listen(server: Server, port = 0) {
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	const address = server.address() as AddressInfo;
	return { port: address.port, origin: `http://127.0.0.1:${address.port}` };
}

/** A real HTTP server on loopback. `close` also ends its open connections. */
export async function serve(listener: RequestListener, port = 0) {
	const server = createServer(listener);
	return {
		...(await listen(server, port)),
		server,
		async close() {
			const closed = once(server, "close");
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
