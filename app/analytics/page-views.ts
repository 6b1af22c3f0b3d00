/**
 * Pages shown without age confirmation. The same pages say
 * `openToAllAges` in their handle, which is not at hand here: a shared page is counted before its route is known.
 */
export const OPEN_TO_ALL = ["/bonus-hunt/overlay", "/cookies", "/help", "/privacy", "/terms"];

type Asked = Pick<Request, "url" | "headers">;

/** Whether whoever asks has come to this page, and does not only read its data again. */
export function isVisit({ url, headers }: Asked): boolean {
	const referer = headers.get("Referer");
	return referer === null || !URL.canParse(referer) || pathOf(referer) !== pathOf(url);
}

/** Whether whoever asks has come to this page and gets to see it: no age gate stands in its place. */
export const isSeen = (asked: Asked, ageVerified: boolean): boolean =>
	(ageVerified || OPEN_TO_ALL.includes(pathOf(asked.url))) && isVisit(asked);

/** As the router reads it: decoded, in one case, without what Remix adds when it asks for a page's data. */
function pathOf(url: string): string {
	const path = decoded(pagePathOf(url)).toLowerCase();
	return path.replace(/\/+/g, "/").replace(/(?<=.)\/$/, "");
}

/** The path of the page that an address is of, be it the document's or that of its data. */
export const pagePathOf = (url: string): string =>
	new URL(url).pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");

function decoded(pathname: string): string {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}
