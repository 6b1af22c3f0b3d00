/** Forms that scripts send are answered before Express and Remix, which would take longer than the form itself. */
import type { ServerResponse } from "node:http";
import { encodeAnswer } from "~/http/single-fetch.server";
import { webRequest } from "~/http/web-request.server";
import type { Middleware, RequestContext } from "~/lib/request-context.server";

type Params = Record<string, string | undefined>;

/** A route's `action`, and the parameters of the route. */
interface Form {
	action(call: { request: Request; params: Params; context: Record<string, never> }): unknown;
	params: Params;
}

interface Answer {
	status: number;
	headers: Headers;
	body: string;
}

/** What Remix answers for a redirect: `fetch` would follow a status of 300. */
const REDIRECTED = 202;
const SUFFIX = ".data";

/**
 * Runs the action of a form that scripts send to a `.data` address, and answers it as Remix does. A request that it cannot
 * answer so goes on to Remix, which renders what the action has decided: see {@link RequestContext.early}.
 * @param formAt the form at a path; undefined if there is none, or if Remix has to find it.
 */
export function answerForms(formAt: (path: string) => Promise<Form | undefined>): Middleware {
	return async (context, pass) => {
		const { request, response } = context;
		const { method, url = "" } = request;
		const [path = ""] = url.split("?", 1);
		const form = method === "POST" && path.endsWith(SUFFIX) ? await formAt(path) : undefined;
		if (!form) return pass();
		context.early = {};
		const answer = await act(context, form, path.slice(0, -SUFFIX.length) + url.slice(path.length));
		// Its client has closed the connection.
		if (response.destroyed) return;
		if (!answer) return pass();
		send(response, answer);
	};
}

/** @returns undefined for what only Remix can answer, such as a fault. */
async function act({ request, early }: RequestContext, form: Form, url: string): Promise<Answer | undefined> {
	try {
		const decided = await form.action({
			request: webRequest(request, url),
			params: form.params,
			context: {},
		});
		if (!early?.outcome) return undefined;
		return decided instanceof Response ? redirectAnswer(decided) : dataAnswer(decided);
	} catch (error) {
		return early?.outcome && error instanceof Response ? redirectAnswer(error) : undefined;
	}
}

/** @param decided what `data` of Remix returns; anything else is left to Remix. */
function dataAnswer(decided: unknown): Answer | undefined {
	const { type, data, init } = (decided ?? {}) as {
		type?: unknown;
		data: unknown;
		init: ResponseInit | null;
	};
	if (type !== "DataWithResponseInit") return undefined;
	const body = encodeAnswer({ data });
	if (body === undefined) return undefined;
	const headers = new Headers();
	// Remix drops the other headers of an action.
	for (const cookie of new Headers(init?.headers).getSetCookie()) headers.append("Set-Cookie", cookie);
	return { status: init?.status ?? 200, headers, body };
}

function redirectAnswer({ status, headers }: Response): Answer | undefined {
	const redirect = headers.get("Location");
	if (status < 300 || status > 399 || !redirect || !/^\/(?!\/)/.test(redirect)) return undefined;
	const body = encodeAnswer({
		...{ redirect, status },
		revalidate: headers.has("X-Remix-Revalidate") || headers.has("Set-Cookie"),
		reload: headers.has("X-Remix-Reload-Document"),
		replace: headers.has("X-Remix-Replace"),
	});
	return body === undefined ? undefined : { status: REDIRECTED, headers, body };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
	response.setHeaders(headers);
	response.writeHead(status, {
		"Content-Type": "text/x-script; charset=utf-8",
		"Content-Length": Buffer.byteLength(body),
		"Cache-Control": "no-store",
		"X-Remix-Response": "yes",
	});
	response.end(body);
}
