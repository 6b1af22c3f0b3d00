import { addMiddleware, type RequestContext } from "~/lib/request-context.server";
import { type StaticAnswer, sendStatic } from "./static-answer.server";

/**
 * The status with which a process that does not lead refuses a request. A proxy then sends the request to the next process.
 * Overload has another status, because a proxy must not send such a request to the next process.
 */
const NOT_LEADING = 502;
const RETRY_AFTER_SECONDS = 2;

/**
 * Requests that only the leader answers: the games, whose rounds are in its memory; the connections to the platforms; sign-ins
 * and claims, so that their limits count over all processes.
 */
const LEADER_PATHS = /^\/(mini-games|hooks|login|claim|settings\/stream|points\/care)(\/|\.data$|$)/i;
const SOLO_STREAM = /^\/live\?(.*&)?topics=([^&]*(,|%2C))?solo-crash(,|%2C|&|$)/i;

/**
 * Whether only the leader can answer a request. The path is normalised like that of a route: without the segments `.` and `..`,
 * decoded, in any case.
 * @param url path and query.
 */
export const needsLeader = (url: string): boolean =>
	LEADER_PATHS.test(decoded(pathOf(url))) || SOLO_STREAM.test(url);

function pathOf(url: string): string {
	const address = `http://site.invalid${url}`;
	return URL.canParse(address) ? new URL(address).pathname : "";
}

/** Returns a path that cannot be decoded as it is: it has no route. */
function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

interface Tools {
	isLeading(): boolean;
	answer(context: RequestContext): StaticAnswer;
}

/**
 * Refuses requests that need the leader while this process does not lead, before their bodies are read.
 * @returns a function that removes the middleware.
 */
export function refuseUnlessLeading({ isLeading, answer }: Tools): () => void {
	return addMiddleware((context, pass) => {
		if (isLeading() || !needsLeader(context.request.url ?? "")) return pass();
		context.isElsewhere = true;
		// The body of a form is not read, so the connection cannot be used again.
		context.response.setHeader("Connection", "close");
		sendStatic(context, answer(context), { status: NOT_LEADING, seconds: RETRY_AFTER_SECONDS });
	});
}
