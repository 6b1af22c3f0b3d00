import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { serve } from "./http-server";

export interface Received {
	id: string;
	body: string;
	headers: IncomingHttpHeaders;
	method: string | undefined;
	path: string | undefined;
}

/** The signature of a message by a secret, as the libraries of Standard Webhooks compute it. */
export function signatureOf({ headers, body }: Pick<Received, "headers" | "body">, secret: string): string {
	const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : secret;
	const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
	return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
}

type Play = (response: ServerResponse, received: Received) => void;

const ok: Play = (response) => response.writeHead(204).end();

/** A local HTTP server that stands in for the redeem bot and records every complete message. */
export async function startBot(port = 0) {
	const received: Received[] = [];
	let play: Play = ok;
	const { origin, close } = await serve(async (request, response) => {
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
	}, port);
	return {
		url: `${origin}/redeems`,
		received,
		/** Sets the request handler for further messages; without one, every message is accepted. */
		answer(next: Play = ok) {
			play = next;
		},
		close,
	};
}
