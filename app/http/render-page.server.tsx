import type { EntryContext } from "@remix-run/node";
import { matchRoutes, RemixServer } from "@remix-run/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

interface Rendering {
	url: string;
	context: EntryContext;
	nonce: string;
	/** Wraps the page in its context providers. */
	wrap(page: ReactElement): ReactElement;
}

/**
 * Renders a page to one string, including the doctype. Pages have all their data when their loaders are done, so
 * streaming gains nothing and takes 50 % more time in React, compression and the connection.
 * @param rendering `nonce` marks the inline scripts. The context's handoff stream is consumed.
 * @throws any error of the render; Remix then renders the error page.
 */
export async function renderPage({ url, context, nonce, wrap }: Rendering): Promise<string> {
	const manifest = pageManifest(context);
	const result = { done: true, value: await readHandoff(context) };
	const renderMeta = {
		...context.renderMeta,
		streamCache: { 0: Object.assign(Promise.resolve(), { result }) },
	};
	const page = <RemixServer context={{ ...context, manifest, renderMeta }} url={url} nonce={nonce} />;
	return `<!DOCTYPE html>${renderToString(wrap(page))}`;
}

/** Reads the encoded loader data for the browser. Remix would otherwise read it by suspending React, which `renderToString` does not support. */
async function readHandoff({ serverHandoffStream }: EntryContext): Promise<string> {
	if (!serverHandoffStream) throw new Error("Remix passes no serverHandoffStream: is v3_singleFetch off?");
	const reader = serverHandoffStream.getReader();
	const decoder = new TextDecoder();
	let value = "";
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		value += decoder.decode(part.value, { stream: true });
	}
	reader.releaseLock();
	return value;
}

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
function pageManifest({ manifest, staticHandlerContext }: EntryContext): Manifest {
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
