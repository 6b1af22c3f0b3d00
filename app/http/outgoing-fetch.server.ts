import { Readable } from "node:stream";
import { webAddressIn } from "~/lib/web-address";
import { FetchRefused, isPublicAddress, sendRequest } from "./safe-fetch.server";

/** The part of `fetch` that the site's outgoing requests use. Redirects are never followed. */
export interface OutgoingRequest {
	method?: "GET" | "POST";
	headers: Record<string, string>;
	body?: string;
	signal: AbortSignal;
	redirect: "manual";
}

export type OutgoingFetch = (address: string, request: OutgoingRequest) => Promise<Response>;

const STATUS_WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Creates a `fetch` for addresses that admins enter. Origins in `trusted` may be in the site's own network; every other
 * address must be public, which is checked at the connection (SSRF protection), and is asked for an uncompressed answer.
 * The result rejects as `fetch` does: with the reason of the signal, or with a TypeError whose cause is the failure,
 * {@link FetchRefused} for a private address or a compressed answer.
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
			if (response.headers["content-encoding"]) {
				response.destroy();
				throw new FetchRefused("packed");
			}
			const { statusCode: status = 502 } = response;
			const hasBody = !STATUS_WITHOUT_BODY.has(status);
			if (!hasBody) response.resume();
			// Node's type of web streams differs from the DOM's.
			const stream = hasBody ? (Readable.toWeb(response) as ReadableStream<Uint8Array>) : null;
			return new Response(stream, { status, headers: headersOf(response.headersDistinct) });
		} catch (error) {
			if (signal.aborted) throw signal.reason;
			throw new TypeError("fetch failed", { cause: error });
		}
	};
}

function headersOf(fields: NodeJS.Dict<string[]>): Headers {
	const headers = new Headers();
	for (const [name, values = []] of Object.entries(fields)) {
		for (const value of values) headers.append(name, value);
	}
	return headers;
}
