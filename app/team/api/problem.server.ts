import { STATUS_CODES } from "node:http";

/** Why a request of a program is refused. Programs may compare it. */
export type ProblemCode =
	| ("other-site" | "no-token" | "invalid-token" | "missing-scope" | "too-many-requests")
	| ("not-found" | "method-not-allowed" | "invalid-request" | "too-large" | "not-json")
	| ("unknown-user" | "ambiguous-user" | "own-account" | "daily-points" | "balance-full")
	| ("key-reused" | "unavailable" | "failed");

/** A JSON response that no cache stores. */
export const json = (
	value: unknown,
	{ status = 200, headers = {}, type = "application/json" }: ResponseInit & { type?: string } = {},
): Response =>
	new Response(JSON.stringify(value), {
		status,
		headers: {
			"Content-Type": `${type}; charset=utf-8`,
			"Cache-Control": "no-store",
			...Object.fromEntries(new Headers(headers)),
		},
	});

/**
 * The answer to a refused request, by RFC 9457, with `code` for programs and `detail` for their authors.
 * @param more further members, such as `errors`.
 */
export const problem = (
	status: number,
	code: ProblemCode,
	detail: string,
	headers: Record<string, string> = {},
	more: Record<string, unknown> = {},
): Response =>
	json(
		{ type: "about:blank", title: STATUS_CODES[status], status, code, detail, ...more },
		{ status, headers, type: "application/problem+json" },
	);
