import { parse, serialize } from "cookie";

const NAME = "social-posts";

/** Whether a visitor has asked for the embedded posts: kept until the browser is closed. */
export function createVisitChoice(secure: boolean) {
	// Not for /social alone: a path of a cookie does not hold for /social.data, which scripts ask.
	const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	return {
		isShown: (request: Request): boolean => parse(request.headers.get("Cookie") ?? "")[NAME] === "shown",
		/** A `Set-Cookie` header. */
		write: (shown: boolean): string =>
			shown ? serialize(NAME, "shown", options) : serialize(NAME, "", { ...options, maxAge: 0 }),
	};
}
