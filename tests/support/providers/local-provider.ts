import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** A completely received request. */
export interface ReceivedRequest {
	method: string;
	path: string;
	query: URLSearchParams;
	form: URLSearchParams;
	headers: Record<string, string | undefined>;
}

export interface Reply {
	status?: number;
	json?: object;
	html?: string;
	redirect?: string;
}

export type Handler = (requests: ReceivedRequest) => Reply | Promise<Reply>;

export const secret = (bytes = 20) => randomBytes(bytes).toString("hex");
export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

const keys = await generateKeyPair("RS256", { extractable: true });
const jwk = { ...(await exportJWK(keys.publicKey)), kid: "1", alg: "RS256", use: "sig" };

/** The provider's signing key and its public key set. */
export const keySet = { keys: [jwk] };
export const signed = (claims: JWTPayload) =>
	new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ: "JWT", kid: "1" }).sign(keys.privateKey);

/** A server on loopback whose URLs are answered by handlers with the key `METHOD /path`. */
export async function listen(handlers: () => Record<string, Handler>) {
	const requests: ReceivedRequest[] = [];
	let down = false;
	const server = createServer(async (request, response) => {
		const whole = await read(request);
		requests.push(whole);
		const handler = handlers()[`${whole.method} ${whole.path}`];
		if (whole.path === "/favicon.ico") response.writeHead(204).end();
		else if (down) send(response, { status: 503, html: "down" });
		else send(response, handler ? await handler(whole) : { status: 404, html: "nowhere" });
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		origin: `http://localhost:${(server.address() as AddressInfo).port}`,
		/** All requests so far. */
		requests,
		to: (path: string) => requests.filter((one) => one.path === path),
		setDown(value: boolean) {
			down = value;
		},
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
}

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
	return {
		method: request.method ?? "",
		path: pathname,
		query: searchParams,
		form: new URLSearchParams(Buffer.concat(chunks).toString()),
		headers: request.headers as Record<string, string | undefined>,
	};
}

function send(response: ServerResponse, { status = 200, json, html = "", redirect }: Reply) {
	if (redirect) return response.writeHead(302, { location: redirect }).end();
	const type = json ? "application/json" : "text/html; charset=utf-8";
	return response.writeHead(status, { "content-type": type }).end(json ? JSON.stringify(json) : html);
}

/** A URL with query parameters. */
export function withQuery(address: string, query: Record<string, string | null>): string {
	const url = new URL(address);
	for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value);
	return url.href;
}
