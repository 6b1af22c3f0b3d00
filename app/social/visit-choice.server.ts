import { parse, serialize } from "cookie";

const NAME = "social-posts";

/**
 * Reads and writes the session cookie that stores whether a visitor has chosen to load the embedded posts.
 * @param secure whether the site uses https.
 */
export function createVisitChoice(secure: boolean) {
	// The path is `/`, because a cookie for /social is not sent to /social.data.
	const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	return {
		isShown: (request: Request): boolean => parse(request.headers.get("Cookie") ?? "")[NAME] === "shown",
		/** A `Set-Cookie` header that stores the choice, or deletes the cookie when the posts are hidden. */
		write: (shown: boolean): string =>
			shown ? serialize(NAME, "shown", options) : serialize(NAME, "", { ...options, maxAge: 0 }),
	};
}
