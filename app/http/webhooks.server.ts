import type { IncomingMessage, ServerResponse } from "node:http";
import { storageFaultOf } from "db/faults";
import type { Middleware } from "~/lib/request-context.server";
import type { Log } from "~/observability/log.server";
import { BodyTooLong, readBody, readRequestBody } from "./bounded-body.server";
import { webHeaders } from "./web-request.server";

/** Answers a message of another server, after it has verified the signature of its sender. */
type Receive = (headers: Headers, body: Buffer) => Promise<Response>;

/** Maximum number of messages of a path in progress: several seconds of the largest channel. The sender repeats rejected ones. */
const MAX_OPEN = 1000;
/** Several times the largest message of a platform. */
const MAX_BYTES = 64 * 1024;
const RETRY_AFTER_SECONDS = "5";

/**
 * Answers POST requests to the paths of `receivers`: messages of other servers, which have no session. They are answered
 * before Express and Remix, which would take three times as long, and do not queue with the site's forms. The body is
 * passed on as it was received, because the signature covers every byte. Answers 413 for more than 64 KiB, 503 when 1,000
 * of one path are in progress or the storage refuses writes, after which the sender tries again, and 500 for another
 * failure, which is logged as `webhook-failed`. A message is in progress once it is complete, so that slow senders do not
 * block others.
 * @param receivers by path.
 */
export function receiveWebhooks(
	receivers: Readonly<Record<string, Receive>>,
	log: Pick<Log, "error">,
	maxOpen = MAX_OPEN,
): Middleware {
	const handlers = new Map(
		Object.entries(receivers).map(([path, receive]) => [path, limit(receive, maxOpen)]),
	);
	return async ({ request, response }, pass) => {
		const { method, url = "" } = request;
		const [path = ""] = url.split("?", 1);
		const handle = handlers.get(path);
		if (method !== "POST" || !handle) return pass();
		const answered = await answer(request, handle).catch((error: unknown) => {
			if (error instanceof BodyTooLong) return tooLong();
			if (storageFaultOf(error)) return busy();
			// Otherwise the sender has closed the connection.
			if (request.complete) log.error({ event: "webhook-failed", path, err: error });
			return new Response(null, { status: 500 });
		});
		// The rest of an endless body is not read.
		if (!request.complete) response.shouldKeepAlive = false;
		await send(response, answered);
	};
}

/** Answers 503 while `maxOpen` messages are being handled. */
function limit(receive: Receive, maxOpen: number): Receive {
	let open = 0;
	return async (headers, body) => {
		if (open >= maxOpen) return busy();
		open += 1;
		try {
			return await receive(headers, body);
		} finally {
			open -= 1;
		}
	};
}

async function answer(request: IncomingMessage, receive: Receive): Promise<Response> {
	const body = await readRequestBody(request, MAX_BYTES);
	return receive(webHeaders(request.headers), body);
}

const tooLong = () => new Response(null, { status: 413 });
const busy = () => new Response(null, { status: 503, headers: { "Retry-After": RETRY_AFTER_SECONDS } });

async function send(response: ServerResponse, { status, headers, body }: Response): Promise<void> {
	const text = await readBody(body, MAX_BYTES);
	response.writeHead(status, { ...Object.fromEntries(headers), "Content-Length": text.byteLength });
	response.end(text);
}
