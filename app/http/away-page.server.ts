import { addMiddleware, type RequestContext } from "~/lib/request-context.server";
import { type StaticAnswer, sendStatic } from "./static-answer.server";

const RETRY_AFTER_SECONDS = 5;
/** The endpoints of monitors, which report the outage themselves. */
const MONITORS = /^\/(healthz|metrics)(\?|$)/;

interface Tools {
	/** Whether the database server does not answer. */
	isAway(): boolean;
	/** Paths of the static files, which are served in an outage too. */
	files: ReadonlySet<string>;
	answer(context: RequestContext): StaticAnswer;
}

/**
 * Answers page requests with a static 503 page while the database server does not answer, so that they do not wait for it.
 * Forms of browsers with scripts are not answered here: their actions refuse them with a message, and the typed input stays.
 * @returns a function that removes the middleware.
 */
export function answerWhileAway({ isAway, files, answer }: Tools): () => void {
	return addMiddleware((context, pass) => {
		const { method, url = "", headers } = context.request;
		const isPage = method === "GET" || method === "HEAD" || headers.accept?.includes("text/html");
		if (!isAway() || !isPage || files.has(url) || MONITORS.test(url)) return pass();
		sendStatic(context, answer(context), { status: 503, seconds: RETRY_AFTER_SECONDS });
	});
}
