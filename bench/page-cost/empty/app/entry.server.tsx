/** Remix's default for browsers. The original needs a package that detects bots. */
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable, type EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";

const ABORT_MS = 5000;

export default function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	return new Promise((resolve, reject) => {
		const page = <RemixServer context={context} url={request.url} abortDelay={ABORT_MS} />;
		const { pipe, abort } = renderToPipeableStream(page, {
			onShellReady() {
				const body = new PassThrough();
				const stream = createReadableStreamFromReadable(body);
				headers.set("Content-Type", "text/html");
				resolve(new Response(stream, { headers, status }));
				pipe(body);
			},
			onShellError: reject,
		});
		setTimeout(abort, ABORT_MS);
	});
}
