import type { LoaderFunctionArgs } from "@remix-run/node";
import { currentContext } from "~/lib/request-context.server";
import { answerWithStream } from "~/live/stream.server";
import { site } from "~/site/site.server";
import { streamLine } from "~/team/api/event-lines.server";
import { readAfter } from "~/team/api/events.server";
import { problem } from "~/team/api/problem.server";
import { requireToken } from "~/team/api/tokens.server";

const RETRY = { "Retry-After": "30" };

/** The events for programs as an event stream; `site.server.ts` serves them as a WebSocket too. */
export async function loader({ request }: LoaderFunctionArgs) {
	const context = currentContext();
	// A HEAD request would get headers and never end.
	if (context?.request.method !== "GET")
		return problem(405, "method-not-allowed", "Use GET.", { Allow: "GET" });
	const { id: tokenId } = await requireToken(site, request, "events");
	const { eventFeed } = site;
	if (eventFeed.isFull(tokenId))
		return problem(429, "too-many-requests", "Too many streams are open.", RETRY);
	const after = readAfter(new URL(request.url), request.headers.get("Last-Event-ID"));
	const cursor = await eventFeed.startAfter(after);
	return answerWithStream(context, (stream) => {
		stream.onClose(eventFeed.connect(streamLine(stream, cursor), { tokenId, cursor }));
	});
}
