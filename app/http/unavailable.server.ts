/** Requests that this process cannot answer now get a static page, before their bodies are read. */
import { randomInt } from "node:crypto";
import type { Middleware, RequestContext } from "~/lib/request-context.server";

/**
 * Why a request cannot be answered. `busy`: the site is overloaded. `moving`: only the leader answers it, and this process
 * does not lead. `away`: the database server does not answer.
 */
export type Cause = "busy" | "moving" | "away";

/** A response that is rendered without database access. */
export interface StaticAnswer {
	headers: Record<string, string>;
	body: string;
}

export type AnswerOf = (context: RequestContext, cause: Cause) => StaticAnswer;

/**
 * After 502 a proxy sends the request to the next process, which may reach the database server. Overload has another status, because
 * a proxy must not do that then, and a random pause, so that rejected clients do not all retry at the same time.
 */
const ANSWERS: Record<Cause, { status: number; seconds(): number }> = {
	busy: { status: 503, seconds: () => randomInt(2, 9) },
	moving: { status: 502, seconds: () => 2 },
	away: { status: 502, seconds: () => 5 },
};

/** Sends a static answer that the client must not store, with `Retry-After`. */
export function refuse(context: RequestContext, cause: Cause, answerOf: AnswerOf): void {
	const { headers, body } = answerOf(context, cause);
	const { status, seconds } = ANSWERS[cause];
	context.response.writeHead(status, {
		...headers,
		"Content-Length": Buffer.byteLength(body),
		"Cache-Control": "no-store",
		"Retry-After": seconds(),
	});
	context.response.end(body);
}

/** The page and the forms of live Crash, whose rounds are in the memory of the leader. */
const LEADER_PATHS = /^\/mini-games\/live-crash(\/|\.data$|$)/i;

/**
 * Whether only the leader can answer a request. The path is normalised like that of a route: without the segments `.` and `..`,
 * decoded, in any case.
 * @param url path and query.
 */
export const needsLeader = (url: string): boolean => LEADER_PATHS.test(decoded(pathOf(url)));

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

/** The endpoints of monitors, which report an outage themselves. */
const MONITORS = /^\/(healthz|metrics)(\?|$)/;

interface State {
	/** Whether this process runs the games, or no other can. */
	isLeading(): boolean;
	/** Whether the database server does not answer. */
	isAway(): boolean;
	/** Paths of the static files, which are served in an outage too. */
	files: ReadonlySet<string>;
	answerOf: AnswerOf;
}

/**
 * Refuses requests that need the leader while this process does not lead, and pages while the database server does not
 * answer, so that they do not wait for it. Forms of browsers with scripts pass during an outage: their actions refuse them
 * with a message, and the typed input stays.
 */
export const refuseUnavailable =
	({ isLeading, isAway, files, answerOf }: State): Middleware =>
	(context, pass) => {
		const { method, url = "", headers } = context.request;
		if (!isLeading() && needsLeader(url)) {
			context.isElsewhere = true;
			// The body of a form is not read, so the connection cannot be used again.
			context.response.setHeader("Connection", "close");
			return refuse(context, "moving", answerOf);
		}
		const isPage = method === "GET" || method === "HEAD" || headers.accept?.includes("text/html");
		if (isAway() && isPage && !files.has(url) && !MONITORS.test(url))
			return refuse(context, "away", answerOf);
		pass();
	};
