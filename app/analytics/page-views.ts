type Asked = Pick<Request, "url" | "headers">;

/** Whether a request opens the page; false for one that only reads the data of the open page again. */
export function isVisit({ url, headers }: Asked): boolean {
	const referer = headers.get("Referer");
	return referer === null || !URL.canParse(referer) || pathOf(referer) !== pathOf(url);
}

/** As the router reads it: decoded, in one case, without what Remix adds when it asks for a page's data. */
function pathOf(url: string): string {
	const path = decoded(pagePathOf(url)).toLowerCase();
	return path.replace(/\/+/g, "/").replace(/(?<=.)\/$/, "");
}

/** The path of the page, from the address of its document or of its data. */
export const pagePathOf = (url: string): string =>
	new URL(url).pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");

function decoded(pathname: string): string {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}
