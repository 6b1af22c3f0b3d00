/** What a page gets for a form that the site has not answered. */
import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, it } from "vitest";
import { answerWhenOffline, shouldRevalidate } from "~/ui/shell/revalidation";

const body = new FormData();
for (const [name, value] of [
	["intent", "stake"],
	["scope", "read"],
	["scope", "write"],
	["picture", new File(["x"], "x.png")],
] as const)
	body.append(name, value);
const failWith = (error: unknown) => {
	const request = new Request("http://site.example/store", { method: "POST", body });
	return answerWhenOffline({
		request,
		async serverAction() {
			await request.formData();
			throw error;
		},
	} as unknown as ClientActionFunctionArgs);
};

const loadsAfter = (actionResult: unknown) => {
	const url = new URL("http://site.example/store");
	const args = { actionResult, currentUrl: url, nextUrl: url, defaultShouldRevalidate: true };
	return shouldRevalidate(args as ShouldRevalidateFunctionArgs);
};

it.each([
	["offline", new TypeError("Failed to fetch")],
	["siteFailed", new Error("no turbo stream")],
])(
	"each form that fails as %s gets another answer, which says what was typed and loads nothing",
	async (code, error) => {
		const [first, second] = [await failWith(error), await failWith(error)];
		expect(first).toEqual({ ok: false, code, typed: { intent: "stake", scope: ["read", "write"] } });
		expect(second).toEqual(first);
		// An effect of the page runs for each of them.
		expect(second).not.toBe(first);
		for (const answer of [first, second]) expect(loadsAfter(answer)).toBe(false);
		expect(loadsAfter({ ok: false, code })).toBe(true);
	},
);
