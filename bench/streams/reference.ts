/** A plain WebSocket server of the package `ws` in a separate process: sends each message to all clients. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** `send` has no answer. */
export type Order = { do: "listen" } | { do: "send"; text: string };

const clients = new Set<WebSocket>();
// Without compression, which is the default of a server.
const sockets = new WebSocketServer({
	noServer: true,
	clientTracking: false,
	maxPayload: 1024,
	handleProtocols: () => false,
});

async function listen() {
	const server = createServer().listen(0, "127.0.0.1");
	server.on("upgrade", (request, socket, head) =>
		sockets.handleUpgrade(request, socket, head, (client) => {
			clients.add(client);
			client.on("close", () => clients.delete(client));
			client.on("error", () => {});
			// The reader counts a stream as open once it has received something.
			client.send("\n\n");
		}),
	);
	await once(server, "listening");
	return { port: (server.address() as AddressInfo).port };
}

function send(text: string) {
	const bytes = Buffer.from(text);
	for (const client of clients) client.send(bytes);
}

process.on("message", async (order: Order) => {
	if (order.do === "send") send(order.text);
	else process.send?.(await listen());
});
process.on("disconnect", () => process.exit());
