import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { webAddressIn } from "~/lib/web-address";
import { FetchRefused, isPublicAddress, sendRequest } from "./safe-fetch.server";

/** The part of `fetch` that the site's outgoing requests use. Redirects are never followed. */
export interface OutgoingRequest {
	method?: "GET" | "POST";
	headers: Record<string, string>;
	body?: string | Buffer<ArrayBuffer>;
	signal: AbortSignal;
	redirect: "manual";
}

export type OutgoingFetch = (address: string, request: OutgoingRequest) => Promise<Response>;

const STATUS_WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Creates a `fetch` for addresses that admins enter. Origins in `trusted` may be in the site's own network; every other
 * address must be public, which is checked at the connection (SSRF protection), and is asked for an uncompressed answer.
 * The body of an answer to a POST is discarded.
 * The result rejects as `fetch` does: with the reason of the signal, or with a TypeError whose cause is the failure,
 * {@link FetchRefused} for a private address, an error for a compressed answer.
 */
export function createOutgoingFetch(
	trusted: ReadonlySet<string>,
	mayReach: (ip: string) => boolean = isPublicAddress,
): OutgoingFetch {
	return async (address, request) => {
		if (URL.canParse(address) && trusted.has(new URL(address).origin)) return fetch(address, request);
		const { method = "GET", headers, body, signal } = request;
		try {
			const url = webAddressIn(address);
			if (!url) throw new FetchRefused("not a plain http or https address");
			signal.throwIfAborted();
			const response = await sendRequest(
				url,
				{ signal, mayReach },
				{
					method,
					headers: { ...headers, "Accept-Encoding": "identity" },
					...(body !== undefined && { body: Buffer.from(body) }),
				},
			);
			try {
				return answerOf(response, method);
			} catch (error) {
				response.destroy();
				throw error;
			}
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			throw new TypeError("fetch failed", { cause: error });
		}
	};
}

/** @throws if the answer to a GET is compressed, or the status is none. */
function answerOf(response: IncomingMessage, method: "GET" | "POST"): Response {
	const { statusCode: status = 502, headersDistinct } = response;
	const answer = { status, headers: headersOf(headersDistinct) };
	if (method === "POST" || STATUS_WITHOUT_BODY.has(status)) {
		const empty = new Response(null, answer);
		response.destroy();
		return empty;
	}
	const encoding = response.headers["content-encoding"];
	if (encoding && encoding !== "identity") throw new Error("the answer is compressed");
	// Node's type of web streams differs from the DOM's.
	return new Response(Readable.toWeb(response) as ReadableStream<Uint8Array>, answer);
}

const headersOf = (fields: NodeJS.Dict<string[]>): Headers =>
	new Headers(
		Object.entries(fields).flatMap(([name, values = []]) =>
			values.map((value): [string, string] => [name, value]),
		),
	);
