import type { RequestContext } from "~/lib/request-context.server";

/** A response that is rendered without database access. */
export interface StaticAnswer {
	headers: Record<string, string>;
	body: string;
}

/** Sends a static answer that the client must not store, with `Retry-After` in seconds. */
export function sendStatic(
	{ response }: RequestContext,
	{ headers, body }: StaticAnswer,
	{ status, seconds }: { status: number; seconds: number },
): void {
	response.writeHead(status, {
		...headers,
		"Content-Length": Buffer.byteLength(body),
		"Cache-Control": "no-store",
		"Retry-After": seconds,
	});
	response.end(body);
}
