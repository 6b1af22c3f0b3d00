import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** What a form gets back when its request did not reach the site: the page stays, with what was typed. */
const UNREACHED = { ok: false, code: "offline" } as const;

/** A route's `clientAction`: a lost connection is an answer like any other, not a broken page. */
export async function answerWhenOffline({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
	try {
		return await serverAction();
	} catch (error) {
		// fetch rejects with a TypeError when, and only when, no answer came.
		if (error instanceof TypeError) return UNREACHED;
		throw error;
	}
}

/** Loaders cannot be asked either while the site is out of reach. */
export const shouldRevalidateUnlessOffline = ({
	actionResult,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => (actionResult === UNREACHED ? false : defaultShouldRevalidate);
