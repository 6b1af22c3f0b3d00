import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a request carries the token, as `Authorization: Bearer TOKEN`. How long it takes tells nothing of it. */
export function hasToken(request: Request, token: string): boolean {
	const [, given = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
	return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
