import { createHash } from "node:crypto";
import type { Config } from "~/lib/config.server";
import type { Reading } from "./cached-reader.server";

/** Whether the query parameter `user` is the site's streamer, in any case, or missing. */
export function isForStreamer(
	request: Request,
	{ BONUS_HUNT_USER }: Pick<Config, "BONUS_HUNT_USER">,
): boolean {
	const user = new URL(request.url).searchParams.get("user");
	return user === null || user.toLowerCase() === BONUS_HUNT_USER.toLowerCase();
}

const NOT_KEPT = { "Cache-Control": "no-store" };

const json = (body: string, status: number, headers: Record<string, string>): Response =>
	new Response(body, { status, headers: { "Content-Type": "application/json; charset=utf-8", ...headers } });

/** A JSON response `{ error }` that is not cached. */
export const errorResponse = (status: number, error: string): Response =>
	json(JSON.stringify({ error }), status, NOT_KEPT);

/**
 * Returns a reading as JSON with an ETag, or status 304 if the request has it. While the source fails, its last good
 * answer has the header `Age` in seconds. Without any answer the response is status 502.
 * @param error the message of the 502 response.
 */
export function answerReading(
	request: Request,
	{ value, ageMs, fails }: Reading<unknown>,
	error: string,
): Response {
	if (value === undefined) return errorResponse(502, error);
	const body = JSON.stringify(value);
	const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
	const headers: Record<string, string> = { "Cache-Control": "no-cache", ETag: tag };
	if (fails) headers.Age = String(Math.round(ageMs / 1000));
	// A proxy that compresses the response marks the tag as weak.
	const known = request.headers.get("If-None-Match")?.replace(/^W\//, "");
	return known === tag ? new Response(null, { status: 304, headers }) : json(body, 200, headers);
}
