/** An origin that no request can have: what still lies there after parsing is a path of this site. */
const BASE = "http://site.invalid";

/** The address is kept in a cookie while somebody signs in. No address of the site is nearly as long. */
const MAX_LENGTH = 1000;

/**
 * A path of this site, or `/` for anything else. Browsers read `\` as `/` and drop tabs and line
 * breaks, so the address is taken as the browser's own parser leaves it, never as it was written.
 */
export function safeReturnTo(value: unknown): string {
	if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, BASE)) return "/";
	const { origin, pathname, search, hash } = new URL(value, BASE);
	// "/.//evil" parses to the path "//evil", which alone would be another host.
	if (origin !== BASE || pathname.startsWith("//")) return "/";
	const path = pathname + search + hash;
	return path.length > MAX_LENGTH ? "/" : path;
}
