import { setTimeout as sleep } from "node:timers/promises";
import { currentContext } from "~/lib/request-context.server";

/** A reader that has taken less is waited for: memory is not to hold the whole file. */
const MAX_BEHIND = 1024 * 1024;
const POLL_MS = 20;

/**
 * Answers with a file that is written piece by piece, as fast as it is taken.
 * @param name of the file, ASCII.
 */
export function download(name: string, contentType: string, pieces: AsyncGenerator<string, void>): Response {
	const body = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { value, done } = await pieces.next();
			if (done) return controller.close();
			controller.enqueue(Buffer.from(value));
			await readerHasCaughtUp();
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

/** What answers a request in Remix hears nothing of a slow reader; Node's own response knows. */
async function readerHasCaughtUp() {
	const response = currentContext()?.response;
	while (response && !response.destroyed && response.writableLength > MAX_BEHIND) await sleep(POLL_MS);
}
