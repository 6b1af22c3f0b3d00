/** An origin that no request can have: a URL that still has it after parsing is a path of this site. */
const BASE = "http://site.invalid";

/** The path is stored in a cookie during sign-in. All paths of the site are much shorter. */
const MAX_LENGTH = 1000;

/**
 * Prevents open redirects: returns a path of this site, or `/` for any other value. Browsers treat `\` as `/` and drop
 * tabs and line breaks, so the result is the parsed and serialised URL, never the input itself.
 */
export function safeReturnTo(value: unknown): string {
	if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, BASE)) return "/";
	const { origin, pathname, search, hash } = new URL(value, BASE);
	// "/.//evil" parses to the path "//evil", which alone would be another host.
	if (origin !== BASE || pathname.startsWith("//")) return "/";
	const path = pathname + search + hash;
	return path.length > MAX_LENGTH ? "/" : path;
}
