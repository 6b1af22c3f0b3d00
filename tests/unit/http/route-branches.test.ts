import { createRequire } from "node:module";
import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { describe, expect, it } from "vitest";
import { handleByBranch, matchByBranch } from "~/http/route-branches.server";
import routes from "~/routes";

interface Listed {
	id: string;
	parentId?: string;
	path?: string;
	index?: boolean;
}

type Routes = Record<string, Listed>;
type Tree = Parameters<typeof matchRoutes>[0];

const listOf = (entries: readonly RouteConfigEntry[], parentId: string): Listed[] =>
	entries.flatMap(({ id, file, path, index, children }) => {
		const listed = { id: id ?? file, parentId, ...(path !== undefined && { path }), ...(index && { index }) };
		return [listed, ...listOf(children ?? [], listed.id)];
	});

const siteOf = (entries: readonly RouteConfigEntry[]): Routes =>
	Object.fromEntries(
		[{ id: "root", path: "" }, ...listOf(entries, "root")].map((listed) => [listed.id, listed]),
	);

const treeOf = (listed: Routes, parentId?: string): Tree =>
	Object.values(listed)
		.filter((one) => one.parentId === parentId)
		.map(({ id, path, index }): Tree[number] =>
			index ? { id, path, index } : { id, path, children: treeOf(listed, id) },
		);

/** Answers with what Remix finds among the routes of the build, and with how many it knows. */
const create: Parameters<typeof handleByBranch>[0] = (build) => {
	if (typeof build === "function") throw new Error("Only the development server passes a function.");
	const known = build.routes as Routes;
	const tree = treeOf(known);
	return async ({ url }: Request) => {
		const path = new URL(url).pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
		const matches = matchRoutes(tree, path)?.map(({ route, params, pathname }) => ({
			...{ id: route.id, params, pathname },
		}));
		return Response.json({ matches, known: Object.keys(known), listed: Object.keys(build.assets.routes) });
	};
};

const buildOf = (known: Routes) => ({ routes: known, assets: { routes: known } }) as unknown as ServerBuild;

type Handle = ReturnType<typeof create>;

async function ask(handle: Handle, path: string) {
	const response = await handle(new Request(`http://site.example${path}`));
	return (await response.json()) as { matches: unknown[]; known: string[]; listed: string[] };
}

/** Ways to write the path of a pattern, and paths beside it. */
function pathsOf(pattern: string): string[] {
	const filled = pattern.replace(/:\w+\?/g, "Some%20one").replace(/:\w+/g, "7");
	const without = pattern.replace(/\/:\w+\?/g, "").replace(/:\w+/g, "a%2Fb");
	const others = (path: string) => [
		`${path}/`,
		`${path}//`,
		`${path}/more`,
		`${path}?a=/store`,
		`/${path}`,
		path.toUpperCase(),
		path.replace(/^\/(.)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`),
		path.replace(/(?<=.)\//, "%2F"),
		`/no${path}`,
		path.slice(0, -1),
	];
	return [filled, `${filled}.data`, `${filled}.data?index`, without, `${without}.data`, ...others(filled)];
}

const patternsOf = (entries: readonly RouteConfigEntry[], base = ""): string[] =>
	entries.flatMap(({ path, children }) => {
		const pattern = path === undefined ? base : `${base}/${path}`;
		return [pattern || "/", ...patternsOf(children ?? [], pattern)];
	});

const SITE = siteOf(routes);
const byBranch = handleByBranch(create)(buildOf(SITE));

it("each path of the site finds the same routes as among all routes", async () => {
	const paths = [...new Set(["/_root.data", "/_root", "//", "/*", ...patternsOf(routes).flatMap(pathsOf)])];
	expect(paths.length).toBeGreaterThan(1000);
	const amongAll = create(buildOf(SITE));
	for (const path of paths) {
		const [found, expected] = [await ask(byBranch, path), await ask(amongAll, path)];
		expect({ path, matches: found.matches }).toEqual({ path, matches: expected.matches });
	}
});

it.each([
	["/", ["root", "routes/home.tsx", "routes/not-found.ts"]],
	["/_root.data", ["root", "routes/home.tsx", "routes/not-found.ts"]],
	["/fairness/crash?a=b", 7],
	["/FAIRNESS", Object.keys(SITE).length],
	["/unknown", Object.keys(SITE).length],
])("%s is matched with the routes of its first segment only", async (path, expected) => {
	const { known, listed } = await ask(byBranch, path);
	expect(typeof expected === "number" ? known.length : known).toEqual(expected);
	expect(listed).toEqual(known);
});

describe("among routes of other kinds,", () => {
	const route = (path: string | undefined, children: RouteConfigEntry[] = []) => ({
		...{ id: `${path} ${children.length}`, file: "", children },
		...(path !== undefined && { path }),
	});
	const site = buildOf(
		siteOf([
			route(":page"),
			route(undefined, [route("in"), { ...route(undefined), id: "index", index: true }]),
			route("a?/b"),
			route("Upper", [route("/Upper/absolute"), route("*")]),
			route("/slash"),
			route("a", [route(":id"), route("b", [route("c?")])]),
		]),
	);

	it.each([
		...["/", "/x", "/in", "/b", "/a", "/a/b", "/a/b/c", "/a/7", "/upper/absolute", "/Upper/x/y", "/slash"],
		...["/upper", "/none/at/all"],
	])("%s finds the same", async (path) => {
		const [found, expected] = [handleByBranch(create)(site), create(site)].map((handle) => ask(handle, path));
		expect((await found)?.matches).toEqual((await expected)?.matches);
	});
});

it("remix-serve's handler comes from the replaced export", () => {
	const fromHere = createRequire(import.meta.url);
	const remix = fromHere("@remix-run/node");
	const before = remix.createRequestHandler;
	matchByBranch();
	const fromServe = createRequire(fromHere.resolve("@remix-run/serve/dist/cli.js"));
	const served = createRequire(fromServe.resolve("@remix-run/express"))("@remix-run/node");
	expect(served.createRequestHandler).toBe(remix.createRequestHandler);
	expect(served.createRequestHandler).not.toBe(before);
});
