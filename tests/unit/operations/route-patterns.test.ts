import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createPatternFinder, patternsIn } from "~/operations/route-patterns";
import routes from "~/routes";
import { propertySeed, sized } from "../../support/test-size";

interface Configured {
	file: string;
	path?: string | undefined;
	index?: boolean | undefined;
	id?: string | undefined;
	children?: Configured[] | undefined;
}

/** The routes in the format of the build. */
const flat: Record<string, { parentId?: string; path?: string }> = { root: {} };
function add(list: readonly Configured[], parentId: string) {
	for (const { id, file, path, children } of list) {
		const ownId = id ?? file;
		flat[ownId] = { parentId, ...(path && { path }) };
		add(children ?? [], ownId);
	}
}
add(routes as Configured[], "root");

const tree = (list: readonly Configured[]): Parameters<typeof matchRoutes>[0] =>
	list.map(({ path, index, children }) =>
		index ? { index: true } : { path, children: tree(children ?? []) },
	) as Parameters<typeof matchRoutes>[0];
const all = tree(routes as Configured[]);

/** Oracle: the pattern that the router matches. */
function routerPatternOf(pathname: string): string {
	const matches = matchRoutes(all, pathname) ?? [];
	const pattern = `/${matches.flatMap(({ route }) => route.path || []).join("/")}`;
	return pattern === "/*" ? "other" : pattern;
}

const patterns = patternsIn(flat);
const patternOf = createPatternFinder(patterns);

it("the pattern of every URL of the site is found", () => {
	expect(patterns).toContain("/store/:id/redeem");
	expect(patterns).toContain("/mini-games/plinko/info");
	for (const pattern of patterns) {
		const path = pattern.replace(/:\w+/g, "x1");
		expect([path, patternOf(path)]).toEqual([path, pattern]);
	}
});

it("the pattern finder agrees with the router on every path", () => {
	const names = [...new Set(patterns.flatMap((pattern) => pattern.split("/")))].filter(
		(part) => part && !part.startsWith(":"),
	);
	const part = fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom(...names) },
		{ weight: 1, arbitrary: fc.constantFrom("x", "NEW", "a%20b", "é", "Store", ".") },
	);
	const path = fc
		.tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom("", "/"))
		.map(([parts, end]) => `/${parts.join("/")}${parts.length > 0 ? end : ""}`);
	fc.assert(
		fc.property(path, (pathname) => {
			expect(patternOf(pathname)).toBe(routerPatternOf(pathname));
		}),
		{ numRuns: sized(200, 4000), seed: propertySeed(1) },
	);
});

it.each([
	["/_root.data", "/"],
	["/store.data", "/store"],
	["/store/mug/redeem.data", "/store/:id/redeem"],
	["/claim", "/claim/:code?"],
	["/claim/PRACA26.data", "/claim/:code?"],
	["/assets/entry.client-x.js", "/assets/*"],
	["/favicon.svg", "other"],
	["/wp-login.php", "other"],
	["//", "/"],
])("the pattern of %j is %j", (path, expected) => {
	expect(patternOf(path)).toBe(expected);
});
