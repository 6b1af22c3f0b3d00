type Visit = Pick<Request, "url" | "headers">;

/**
 * Whether a request opens the page, rather than reading the data of the open page again: its `Referer` is another
 * path.
 */
export function isVisit({ url, headers }: Visit): boolean {
	const referer = headers.get("Referer");
	return referer === null || !URL.canParse(referer) || pathOf(referer) !== pathOf(url);
}

/** Normalises a path like the router, and removes the suffix of Remix's data requests. */
function pathOf(url: string): string {
	const path = decoded(pagePathOf(url)).toLowerCase();
	return path.replace(/\/+/g, "/").replace(/(?<=.)\/$/, "");
}

/** The path of the page, from the address of its document or of its data request. */
export const pagePathOf = (url: string): string =>
	new URL(url).pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");

function decoded(pathname: string): string {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}
