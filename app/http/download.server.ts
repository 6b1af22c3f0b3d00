import { setTimeout as sleep } from "node:timers/promises";
import { currentContext } from "~/lib/request-context.server";

/** Bytes that may wait to be sent before the next piece is read, so that a slow client does not buffer the whole file. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
const POLL_MS = 20;

/**
 * A response that streams a file piece by piece, at the speed of its client. Not cacheable. If the client disconnects,
 * `pieces` is closed; if `pieces` throws, the response is cut off.
 * @param name the file name, ASCII.
 */
export function download(name: string, contentType: string, pieces: AsyncGenerator<string, void>): Response {
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { value, done } = await pieces.next();
			if (done) return controller.close();
			controller.enqueue(Buffer.from(value));
			await untilDrained();
		},
		async cancel() {
			await pieces.return(undefined);
		},
	});
	return new Response(body, {
		headers: {
			"Content-Type": contentType,
			"Content-Disposition": `attachment; filename="${name}"`,
			"Cache-Control": "no-store",
		},
	});
}

/** Applies back-pressure: Remix does not pass it on to the web stream, so Node's own response is polled. */
async function untilDrained() {
	const response = currentContext()?.response;
	while (response && !response.destroyed && response.writableLength > MAX_BUFFERED_BYTES)
		await sleep(POLL_MS);
}
