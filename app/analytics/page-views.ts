/** Open to everybody without the age gate; any other page is seen only once that is passed. */
const OPEN_TO_ALL = ["/cookies", "/help", "/privacy", "/terms"];

interface Asked {
	/** The whole address of the request. */
	url: string;
	/** The page that the browser was at when it asked. */
	referer: string | null;
	/** What the page's address holds, such as the id of an item. */
	params: Readonly<Record<string, string | undefined>>;
	ageVerified: boolean;
}

/**
 * Which page a visitor has come to, as a label such as `/store/:id/redeem`; undefined when they were there
 * before, as when a page reads its data again, or when the age gate stood in its place.
 */
export function visitedPage({ url, referer, params, ageVerified }: Asked): string | undefined {
	const page = pathOf(url);
	if (!ageVerified && !OPEN_TO_ALL.includes(page)) return undefined;
	if (wasThere(page, referer)) return undefined;
	return patternOf(page, params);
}

/** Whether whoever asks has come to this page, and does not only read its data again. */
export const isVisit = ({ url, headers }: Request): boolean => !wasThere(pathOf(url), headers.get("Referer"));

const wasThere = (page: string, referer: string | null): boolean =>
	referer !== null && URL.canParse(referer) && pathOf(referer) === page;

/** As the router reads it: decoded, in one case, without what Remix adds when it asks for a page's data. */
function pathOf(url: string): string {
	const { pathname } = new URL(url);
	const path = decoded(pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")).toLowerCase();
	return path.replace(/\/+/g, "/").replace(/(?<=.)\/$/, "");
}

function decoded(pathname: string): string {
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}

/** One label for all items, players and promotions. From the end: what varies stands behind what names it. */
function patternOf(page: string, params: Asked["params"]): string {
	const parts = page.split("/");
	for (const [name, value = ""] of Object.entries(params).reverse()) {
		const at = parts.lastIndexOf(value.toLowerCase());
		if (at > 0) parts[at] = `:${name}`;
	}
	return parts.join("/");
}
