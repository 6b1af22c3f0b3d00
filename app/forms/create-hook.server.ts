import type { ActionFunctionArgs } from "@remix-run/node";
import { BodyTooLong, readBody } from "~/http/bounded-body.server";
import { type RequestQueue, waitForSlot } from "~/http/request-queue.server";
import { currentContext } from "~/lib/request-context.server";
import { clientKey } from "./rate-limit.server";
import { storageRefusalOf } from "./storage-refusal";

interface Dependencies {
	queue: Pick<RequestQueue, "enter">;
	trustedProxyHops: number;
}

/** Answers a message of another server, whose signature proves who sent it. */
type Receive = (params: ActionFunctionArgs["params"], headers: Headers, body: Buffer) => Promise<Response>;

/** More than the largest message of a platform. */
const MAX_BYTES = 256 * 1024;
const RETRY_AFTER_SECONDS = "5";

/**
 * Creates the `action` of a webhook: a POST of another server, without a session and without a form of this site. The body
 * is passed on as it was received, because its signature covers every byte. Answers 405 for another method, 413 for more than
 * 256 KiB, and 503 when too many wait or the storage refuses writes, after which the sender tries again.
 */
export const createHookFactory =
	({ queue, trustedProxyHops }: Dependencies) =>
	(receive: Receive) =>
	async ({ request, params }: ActionFunctionArgs): Promise<Response> => {
		if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
		const freeSlot = await waitForSlot(queue, clientKey(trustedProxyHops), currentContext()?.response);
		if (!freeSlot) return busy();
		try {
			return await receive(params, request.headers, await readBody(request.body, MAX_BYTES));
		} catch (error) {
			if (error instanceof BodyTooLong) return new Response(null, { status: 413 });
			if (storageRefusalOf(error)) return busy();
			throw error;
		} finally {
			freeSlot();
		}
	};

const busy = () => new Response(null, { status: 503, headers: { "Retry-After": RETRY_AFTER_SECONDS } });
