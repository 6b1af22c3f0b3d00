import { parse, parseSetCookie, serialize } from "cookie";

/** Maximum number of pending sign-ins. A further one replaces the oldest. */
const MAX_PENDING = 4;
const MAX_AGE_SECONDS = 10 * 60;
/** The random state and PKCE verifier of remix-auth-oauth2: 32 bytes each, base64url. */
const RANDOM_VALUE = /^[\w-]{43}$/;

/**
 * The browser's pending sign-ins: one cookie with `state=verifier` of each, oldest first. remix-auth-oauth2 by itself
 * sets one more cookie for each sign-in, until the request head is too large for the server.
 */
export function createLoginCookie(appOrigin: string) {
	const secure = appOrigin.startsWith("https:");
	// No sibling host can set a cookie with the prefix. Browsers accept the prefix on https only.
	const name = secure ? "__Host-login" : "login";
	const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	const valueIn = (header: string | null) => parse(header ?? "")[name];
	const pairsIn = (value: string | undefined) =>
		[...new URLSearchParams(value)].filter((pair) => pair.every((text) => RANDOM_VALUE.test(text)));

	return {
		name,
		/** Whether the request has the cookie; its content is not validated. */
		isIn: (request: Request): boolean => valueIn(request.headers.get("Cookie")) !== undefined,
		/**
		 * The request with the valid content of this cookie and no other: the library reads every cookie whose name
		 * begins with its name, and ignores whitespace before it.
		 */
		isolate(request: Request): Request {
			const pairs = pairsIn(valueIn(request.headers.get("Cookie")));
			const headers = { Cookie: `${name}=${new URLSearchParams(pairs)}` };
			return new Request(request.url, pairs.length > 0 ? { headers } : {});
		},
		/**
		 * A `Set-Cookie` header with the 4 newest pending sign-ins, for 10 minutes.
		 * @param started the library's own `Set-Cookie` header for the new one.
		 */
		add(request: Request, started: string): string {
			const pending = valueIn(request.headers.get("Cookie"));
			const pairs = [...pairsIn(pending), ...pairsIn(parseSetCookie(started).value)];
			const newest = new URLSearchParams(pairs.slice(-MAX_PENDING));
			return serialize(name, `${newest}`, { ...options, maxAge: MAX_AGE_SECONDS });
		},
		/** A `Set-Cookie` header that deletes the cookie. */
		clear: (): string => serialize(name, "", { ...options, maxAge: 0 }),
	};
}
