import { createHash } from "node:crypto";
import type { Config } from "~/lib/config.server";
import { QUIETLY } from "./hunt-answer";
import type { Reading } from "./kept-answer.server";

/** Whether a request is for the streamer whose hunt this is; for nobody by name it is too. */
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

export const refuse = (status: number, error: string): Response =>
	json(JSON.stringify({ error }), status, NOT_KEPT);

/**
 * What the source says, as JSON. The last good answer of a source that fails comes with its `Age` in seconds;
 * without one there is nothing to answer with: a fault, or null for who asks quietly.
 * @param error says so.
 */
export function answerReading(
	request: Request,
	{ value, ageMs, fails }: Reading<unknown>,
	error: string,
): Response {
	if (value === undefined)
		return request.headers.has(QUIETLY) ? json("null", 200, NOT_KEPT) : refuse(502, error);
	const body = JSON.stringify(value);
	const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
	const headers: Record<string, string> = { "Cache-Control": "no-cache", ETag: tag };
	if (fails) headers.Age = String(Math.round(ageMs / 1000));
	// A proxy that packs the answer marks the tag as weak.
	const known = request.headers.get("If-None-Match")?.replace(/^W\//, "");
	return known === tag ? new Response(null, { status: 304, headers }) : json(body, 200, headers);
}
