interface Route {
	parentId?: string | undefined;
	path?: string | undefined;
}

const ASSETS = "/assets/*";
const OTHER = "other";

/** The addresses that the build's routes have, such as `/store/:id/redeem`. */
export function patternsIn(routes: Readonly<Record<string, Route | undefined>>): string[] {
	const pathOf = (id: string | undefined): string[] => {
		const route = id === undefined ? undefined : routes[id];
		return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : [];
	};
	const patterns = Object.keys(routes).map((id) => `/${pathOf(id).join("/")}`);
	return [...new Set(patterns)].filter((pattern) => !pattern.includes("*"));
}

/**
 * @returns what a path is called in figures: one of the patterns, so that nobody makes up names. Cheap enough for
 * every request.
 */
export function createPatternFinder(patterns: readonly string[]): (path: string) => string {
	const plain = new Map(
		patterns.flatMap((pattern) => (pattern.includes(":") ? [] : [[pattern.toLowerCase(), pattern]])),
	);
	// As the router weighs them: the more of it is named, the earlier it is meant.
	const named = patterns
		.filter((pattern) => pattern.includes(":"))
		.map((pattern) => ({ pattern, parts: pattern.toLowerCase().split("/") }))
		.sort((one, other) => namedParts(other.parts) - namedParts(one.parts));

	return (path) => {
		if (path.startsWith("/assets/")) return ASSETS;
		const tidy = tidied(path);
		const known = plain.get(tidy);
		if (known !== undefined) return known;
		const parts = tidy.split("/");
		return named.find((one) => fits(one.parts, parts))?.pattern ?? OTHER;
	};
}

const namedParts = (parts: readonly string[]): number => parts.filter((part) => !part.startsWith(":")).length;

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
	pattern.length === parts.length &&
	pattern.every((part, at) => (part.startsWith(":") ? parts[at] !== "" : part === parts[at]));

/** As the router reads it, and without what Remix adds when it asks for a page's data. */
function tidied(path: string): string {
	const page = path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
	const one = page.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
	try {
		return decodeURIComponent(one).toLowerCase();
	} catch {
		return one.toLowerCase();
	}
}
