import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** The headers of a request as Node has read and joined them. */
export function webHeaders(sent: IncomingHttpHeaders): Headers {
	const headers = new Headers();
	for (const [name, value] of Object.entries(sent)) {
		for (const one of [value ?? []].flat()) headers.append(name, one);
	}
	return headers;
}

/** Node's request as one of the web, without its body. @param url path and query. */
export const webRequest = ({ method = "GET", headers }: IncomingMessage, url: string, signal?: AbortSignal) =>
	new Request(`http://${headers.host}${url}`, {
		...{ method, headers: webHeaders(headers) },
		...(signal && { signal }),
	});
