import type { EntryContext } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";

type RouteObject = Parameters<typeof matchRoutes>[0][number];

interface ListedRoute {
	id: string;
	parentId?: string;
	path?: string;
	index?: boolean;
}

const trees = new WeakMap<object, RouteObject[]>();

/** The routes of a build, which lists them side by side, as `matchRoutes` wants them. */
export function routeTree(routes: Record<string, ListedRoute | undefined>): RouteObject[] {
	const tree = trees.get(routes) ?? childrenOf(Object.values(routes), undefined);
	trees.set(routes, tree);
	return tree;
}

const childrenOf = (
	routes: readonly (ListedRoute | undefined)[],
	parentId: string | undefined,
): RouteObject[] =>
	routes.flatMap((route): RouteObject[] => {
		if (!route || (route.parentId || undefined) !== parentId) return [];
		const { id, path, index } = route;
		return [index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }];
	});

type Manifest = EntryContext["manifest"];

const kept = new WeakMap<Manifest, Map<string, Manifest>>();

/**
 * The build's manifest with those routes alone that a page needs: its own, and those of the pages above it, which
 * Remix tells the browser of. Rendering goes through all that are there several times, and the site has many.
 */
export function pageManifest({ manifest, staticHandlerContext }: EntryContext): Manifest {
	const { matches, location } = staticHandlerContext;
	const leaf = matches.at(-1)?.route.id;
	// An error before any route was found: nothing says which are needed.
	if (leaf === undefined || matches.length < 2) return manifest;
	const ofManifest = kept.get(manifest) ?? new Map<string, Manifest>();
	kept.set(manifest, ofManifest);
	const own = ofManifest.get(leaf) ?? withRoutesOf(manifest, location.pathname);
	ofManifest.set(leaf, own);
	return own;
}

function withRoutesOf(manifest: Manifest, pathname: string): Manifest {
	const tree = routeTree(manifest.routes);
	const needed = new Set(
		[pathname, ...placesAbove(pathname)].flatMap((place) =>
			(matchRoutes(tree, place) ?? []).map(({ route }) => route.id),
		),
	);
	const routes = Object.entries(manifest.routes).filter(([id]) => needed.has(id));
	return { ...manifest, routes: Object.fromEntries(routes) };
}

/** `/a` and `/` for `/a/b`. */
function placesAbove(pathname: string): string[] {
	const segments = pathname.split("/").filter(Boolean);
	return segments.map((_, depth) => `/${segments.slice(0, depth).join("/")}`);
}
