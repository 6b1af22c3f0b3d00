import type { EntryContext } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

interface ListedRoute {
	id: string;
	parentId?: string;
	path?: string;
	index?: boolean;
}

/** Converts the flat list of routes to the tree that `matchRoutes` expects. */
const childrenOf = (routes: readonly ListedRoute[], parentId: string | undefined): RouteObject[] =>
	routes.flatMap((route): RouteObject[] => {
		if ((route.parentId || undefined) !== parentId) return [];
		const { id, path, index } = route;
		return [index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }];
	});

type Manifest = EntryContext["manifest"];

const reducedManifests = new WeakMap<Manifest, Map<string, Manifest>>();

/**
 * The build's manifest reduced to the routes that match the page's path or one of its parent paths. Remix's rendering
 * iterates over all routes several times, so fewer routes render faster; the browser gets all routes in a script. Cached
 * per route.
 * @returns the full manifest if the request matched no page.
 */
export function pageManifest({ manifest, staticHandlerContext }: EntryContext): Manifest {
	const { matches, location } = staticHandlerContext;
	const leaf = matches.at(-1)?.route.id;
	// An error before a route was matched: the needed routes are unknown.
	if (leaf === undefined || matches.length < 2) return manifest;
	const byLeaf = reducedManifests.get(manifest) ?? new Map<string, Manifest>();
	reducedManifests.set(manifest, byLeaf);
	const reduced = byLeaf.get(leaf) ?? withRoutesOf(manifest, location.pathname);
	byLeaf.set(leaf, reduced);
	return reduced;
}

function withRoutesOf(manifest: Manifest, pathname: string): Manifest {
	const tree = childrenOf(Object.values(manifest.routes), undefined);
	const needed = new Set(
		[pathname, ...parentPaths(pathname)].flatMap((path) =>
			(matchRoutes(tree, path) ?? []).map(({ route }) => route.id),
		),
	);
	const routes = Object.entries(manifest.routes).filter(([id]) => needed.has(id));
	return { ...manifest, routes: Object.fromEntries(routes) };
}

/** `/a` and `/` for `/a/b`. */
function parentPaths(pathname: string): string[] {
	const segments = pathname.split("/").filter(Boolean);
	return segments.map((_, depth) => `/${segments.slice(0, depth).join("/")}`);
}
