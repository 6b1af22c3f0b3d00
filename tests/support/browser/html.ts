/** The elements with a tag name, such as `nav`, that do not contain another one. */
export const elementsOf = (html: string, name: string): string[] =>
	[...html.matchAll(new RegExp(`<${name}[ >].*?</${name}>`, "gs"))].map(([text]) => text);

/** The first of these elements that contains `part`. */
export const elementOf = (html: string, name: string, part = ""): string =>
	elementsOf(html, name).find((text) => text.includes(part)) ?? "";

/** The targets of the links. */
export const addressesIn = (html: string): string[] =>
	[...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, address = ""]) => address);

/** The visible text. */
export const wordsOf = (html: string): string =>
	html
		.replaceAll(/<(script|style|svg)[ >].*?<\/\1>/gs, " ")
		.replaceAll(/<[^>]*>/g, " ")
		.replaceAll("&#x27;", "'")
		.replaceAll("&quot;", '"')
		.replaceAll("&amp;", "&")
		.replaceAll(/\s+/g, " ")
		.trim();
