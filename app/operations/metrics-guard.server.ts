import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a request has `Authorization: Bearer TOKEN`, compared in constant time. */
export function hasToken(request: Request, token: string): boolean {
	const [, given = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
	return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
