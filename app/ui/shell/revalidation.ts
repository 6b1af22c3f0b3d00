import {
	type ClientActionFunctionArgs,
	isRouteErrorResponse,
	type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";

/** What a form gets back when its request did not reach the site: the page stays, with what was typed. */
const UNREACHED = { ok: false, code: "offline" } as const;
/** The same when the site, or a proxy before it, failed. */
const FAILED = { ok: false, code: "siteFailed" } as const;

/** A route's `clientAction`: a lost connection or a failure is an answer like any other, not a broken page. */
export async function answerWhenOffline({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
	try {
		return await serverAction();
	} catch (error) {
		// fetch rejects with a TypeError when, and only when, no answer came.
		if (error instanceof TypeError) return UNREACHED;
		// A redirect, or a refusal with a separate page.
		if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
		return FAILED;
	}
}

/** Marks an action's answer that brings everything it changed: the page reads nothing again for it. */
export const COMPLETE = { complete: true } as const;

const isComplete = (result: unknown): boolean =>
	typeof result === "object" && result !== null && "complete" in result;

/**
 * A route's `shouldRevalidate`: after a complete answer, or with the site out of reach, the page stays
 * as it is; another page is the time to read points and wins again.
 */
export function shouldRevalidate({
	actionResult,
	currentUrl,
	nextUrl,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
	if (actionResult === UNREACHED || actionResult === FAILED || isComplete(actionResult)) return false;
	return defaultShouldRevalidate || currentUrl.pathname !== nextUrl.pathname;
}
