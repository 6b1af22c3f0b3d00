interface Route {
	parentId?: string | undefined;
	path?: string | undefined;
}

const ASSETS = "/assets/*";
const OTHER = "other";

/** The path patterns of the build's routes, such as `/store/:id/redeem`, without splat routes. */
export function patternsIn(routes: Readonly<Record<string, Route | undefined>>): string[] {
	const pathOf = (id: string | undefined): string[] => {
		const route = id === undefined ? undefined : routes[id];
		return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : [];
	};
	const patterns = Object.keys(routes).map((id) => `/${pathOf(id).join("/")}`);
	return [...new Set(patterns)].filter((pattern) => !pattern.includes("*"));
}

/**
 * @returns a function that maps a path to one of the patterns, `/assets/*` or `other`, so that metric labels are
 * bounded. Fast enough for every request.
 */
export function createPatternFinder(patterns: readonly string[]): (path: string) => string {
	const paths = patterns.flatMap((pattern) => withAndWithout(pattern).map((path) => ({ path, pattern })));
	const plain = new Map(
		paths.flatMap(({ path, pattern }) => (path.includes(":") ? [] : [[path.toLowerCase(), pattern]])),
	);
	// Like the router: patterns with more static segments first.
	const named = paths
		.filter(({ path }) => path.includes(":"))
		.map(({ path, pattern }) => ({ pattern, parts: path.toLowerCase().split("/") }))
		.sort((one, other) => namedParts(other.parts) - namedParts(one.parts));

	return (path) => {
		if (path.startsWith("/assets/")) return ASSETS;
		const normalised = normalise(path);
		const known = plain.get(normalised);
		if (known !== undefined) return known;
		const parts = normalised.split("/");
		return named.find((one) => fits(one.parts, parts))?.pattern ?? OTHER;
	};
}

/** A pattern whose last segment is optional fits with and without it, such as `/claim/:code?`. */
const withAndWithout = (pattern: string): string[] =>
	pattern.endsWith("?") ? [pattern.replace(/\/[^/]*$/, ""), pattern.slice(0, -1)] : [pattern];

const namedParts = (parts: readonly string[]): number => parts.filter((part) => !part.startsWith(":")).length;

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
	pattern.length === parts.length &&
	pattern.every((part, at) => (part.startsWith(":") ? parts[at] !== "" : part === parts[at]));

/** Normalises a path like the router does, and removes the suffix of Remix's data requests. */
function normalise(path: string): string {
	const page = path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
	const one = page.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
	try {
		// An encoded slash does not separate segments.
		return decodeURIComponent(one.replace(/%2f/gi, "%252F")).toLowerCase();
	} catch {
		return one.toLowerCase();
	}
}
