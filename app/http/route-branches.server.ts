/**
 * For each request, Remix flattens, ranks and compiles the patterns of all routes two or three times, and renders with a list
 * of all. Here a request gets a handler that knows only the routes that its first path segment can match.
 */
import { createRequire } from "node:module";
import type { ServerBuild } from "@remix-run/node";

export type Handler = (request: Request, context?: object) => Promise<Response>;

/** Creates Remix's handler of a build. The development server passes a function that reads the latest one. */
type CreateHandler = (build: ServerBuild | (() => Promise<ServerBuild>), mode?: string) => Handler;

interface Route {
	parentId?: string | undefined;
	path?: string | undefined;
	index?: boolean | undefined;
}

type Routes = Readonly<Record<string, Route | undefined>>;

/** The path of the outermost route with a path; `/` for an index route without one, undefined for a layout without one. */
function outermostPath(routes: Routes, id: string | undefined): string | undefined {
	const route = id === undefined ? undefined : routes[id];
	if (!route) return undefined;
	return outermostPath(routes, route.parentId) ?? (route.path || (route.index ? "/" : undefined));
}

/** The first segment of the paths that a route can match, in lower case; undefined if it can match several. */
function segmentOf(routes: Routes, id: string): string | undefined {
	const [segment] = outermostPath(routes, id)?.replace(/^\//, "").split("/") ?? [];
	return segment === undefined || /^:|\*|\?$/.test(segment) ? undefined : segment.toLowerCase();
}

/**
 * Groups a build's routes by the first segment of their paths. A group also has the routes that can match several segments.
 * Routes keep their order, so that the same route is found as among all.
 */
function groupRoutes<Listed extends Route>(
	routes: Readonly<Record<string, Listed>>,
): Map<string, Record<string, Listed>> {
	const listed = Object.entries(routes).map((entry) => ({ entry, segment: segmentOf(routes, entry[0]) }));
	const segments = new Set(listed.flatMap(({ segment }) => segment ?? []));
	const groupOf = (wanted: string) =>
		listed.flatMap(({ entry, segment }) => (segment === undefined || segment === wanted ? [entry] : []));
	return new Map([...segments].map((segment) => [segment, Object.fromEntries(groupOf(segment))]));
}

/**
 * The first segment of an address, for data as for the document. Undefined for a path that begins with several slashes.
 * @param url an absolute address.
 */
const firstSegment = (url: string): string | undefined =>
	/^[^/]+\/\/[^/?#]*\/((?!\/)[^/?#]*)/
		.exec(url)?.[1]
		?.replace(/\.data$/, "")
		.replace(/^_root$/, "");

/**
 * Creates a handler that answers a request with the routes of its path's first segment. A segment that is not written like
 * that of a route, for example in upper case or encoded, is answered with all routes.
 */
export function handleByBranch(create: CreateHandler): CreateHandler {
	return (build, mode) => {
		const handleAny = create(build, mode);
		if (typeof build === "function") return handleAny;
		const manifest = build.assets.routes;
		const handlers = new Map<string | undefined, Handler>();
		for (const [segment, routes] of groupRoutes(build.routes)) {
			const listed = Object.entries(manifest).filter(([id]) => id in routes);
			const branch: ServerBuild = {
				...build,
				routes,
				assets: { ...build.assets, routes: Object.fromEntries(listed) },
			};
			handlers.set(segment, create(branch, mode));
		}
		return (request, context) => (handlers.get(firstSegment(request.url)) ?? handleAny)(request, context);
	};
}

/**
 * Makes stock remix-serve answer with {@link handleByBranch}. Must be called before it creates its handler, which is when the
 * build is loaded. It requires the package, so that the exports of the one instance can be replaced.
 * @returns remix-serve's handler; undefined until it has created it.
 */
export function matchByBranch(): () => Handler | undefined {
	const fromHere = createRequire(import.meta.url);
	const fromRemix = createRequire(fromHere.resolve("@remix-run/node"));
	const runtime: { createRequestHandler: CreateHandler } = fromRemix("@remix-run/server-runtime");
	const create = handleByBranch(runtime.createRequestHandler);
	let handler: Handler | undefined;
	runtime.createRequestHandler = (build, mode) => {
		handler = create(build, mode);
		return handler;
	};
	return () => handler;
}
