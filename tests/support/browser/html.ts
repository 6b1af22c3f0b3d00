/** The elements of that name, such as `nav`, which hold none of the same name. */
export const elementsOf = (html: string, name: string): string[] =>
	[...html.matchAll(new RegExp(`<${name}[ >].*?</${name}>`, "gs"))].map(([text]) => text);

/** The first of them that holds `part`. */
export const elementOf = (html: string, name: string, part = ""): string =>
	elementsOf(html, name).find((text) => text.includes(part)) ?? "";

/** What its links lead to. */
export const addressesIn = (html: string): string[] =>
	[...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address = ""]) => address);

/** What a reader sees of it. */
export const wordsOf = (html: string): string =>
	html
		.replaceAll(/<(script|style|svg)[ >].*?<\/\1>/gs, " ")
		.replaceAll(/<[^>]*>/g, " ")
		.replaceAll("&#x27;", "'")
		.replaceAll("&quot;", '"')
		.replaceAll("&amp;", "&")
		.replaceAll(/\s+/g, " ")
		.trim();
