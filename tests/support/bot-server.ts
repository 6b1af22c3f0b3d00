import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
	id: string;
	body: string;
	headers: IncomingHttpHeaders;
	method: string | undefined;
	path: string | undefined;
}

type Play = (response: ServerResponse, received: Received) => void;

const ok: Play = (response) => response.writeHead(204).end();

/** A local HTTP server that stands in for the redeem bot and records every complete message. */
export async function startBot(port = 0) {
	const received: Received[] = [];
	let play: Play = ok;
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		try {
			for await (const chunk of request) chunks.push(chunk);
		} catch {
			return;
		}
		const { headers, method, url } = request;
		const message = {
			id: String(headers["webhook-id"]),
			body: Buffer.concat(chunks).toString(),
			headers,
			method,
			path: url,
		};
		received.push(message);
		play(response, message);
	}).listen(port, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/redeems`,
		received,
		/** Sets the request handler for further messages; without one, every message is accepted. */
		answer(next: Play = ok) {
			play = next;
		},
		async close() {
			const closed = once(server, "close");
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
