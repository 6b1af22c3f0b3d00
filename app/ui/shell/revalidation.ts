import {
	type ClientActionFunctionArgs,
	isRouteErrorResponse,
	type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";

/** The action data of forms that the site has not answered. The pages keep what was typed. */
const unanswered = new WeakSet<object>();

/** Returns a new object each time, because a page must notice that the same form has failed again. */
async function withoutAnswer(code: "offline" | "siteFailed", request: Request) {
	const data = { ok: false, code, typed: typedIn(await request.formData()) } as const;
	unanswered.add(data);
	return data;
}

/** What a form has sent, as a refusal of the site echoes it: a name with several values has a list, and files are left out. */
const typedIn = (form: FormData) =>
	Object.fromEntries(
		[...new Set(form.keys())].flatMap((name) => {
			const values = form.getAll(name).filter((value) => typeof value === "string");
			return values.length > 0 ? [[name, values.length > 1 ? values : values[0]]] : [];
		}),
	);

/**
 * A route's `clientAction`. Without an answer of the site it returns a refusal with the code `offline`, and for a
 * status of 500 or more, or another error, one with the code `siteFailed`, so that the page stays instead of an
 * error page. Its `typed` says to which form it belongs, like that of the site's refusals.
 * @throws redirects, and refusals below 500 that have no page.
 */
export async function answerWhenOffline({
	request,
	serverAction,
}: ClientActionFunctionArgs): Promise<unknown> {
	// The request can be read once.
	const sent = request.clone();
	try {
		return await serverAction();
	} catch (error) {
		// fetch rejects with a TypeError exactly when there is no answer.
		if (error instanceof TypeError) return withoutAnswer("offline", sent);
		// A redirect, or a refusal with a separate page.
		if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
		return withoutAnswer("siteFailed", sent);
	}
}

/** Spread into an action's answer that contains all that it changed: the page's loaders do not run again after it. */
export const COMPLETE = { complete: true } as const;

/** Whether there is nothing to load after an action: it changed nothing, or its answer contains all that it changed. */
const isComplete = (result: unknown): boolean =>
	typeof result === "object" && result !== null && ("complete" in result || unanswered.has(result));

/**
 * A route's `shouldRevalidate`: the loaders do not run after a {@link COMPLETE} answer or while the site cannot be
 * reached; otherwise they run by default and on each change of the path. A route needs it: Remix passes it a default of
 * true, but without it the loaders do not run after a refusal, whose cause the page may not know.
 */
export function shouldRevalidate({
	actionResult,
	currentUrl,
	nextUrl,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
	if (isComplete(actionResult)) return false;
	return defaultShouldRevalidate || currentUrl.pathname !== nextUrl.pathname;
}
