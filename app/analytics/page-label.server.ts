import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { pagePathOf } from "./page-views";

type RouteObject = Parameters<typeof matchRoutes>[0][number];
type Routes = Record<
	string,
	Pick<NonNullable<ServerBuild["routes"][string]>, "id" | "parentId" | "path" | "index"> & {
		module: { default?: unknown; loader?: unknown };
	}
>;

/**
 * What a page is counted as: the pattern of its route, such as `/store/:id/redeem`, so that nobody writes
 * words of their own into the counts. Undefined for an address that is no page, and for a request that
 * names which data it wants, but not the page's own.
 */
export function pageLabel(routes: Routes, url: string): string | undefined {
	const matches = matchRoutes(childrenOf(routes, undefined), pagePathOf(url)) ?? [];
	const page = routes[matches.at(-1)?.route.id ?? ""];
	if (!page?.module.default || page.path === "*") return undefined;
	const asked = new URL(url).searchParams.get("_routes")?.split(",");
	const own = matches.findLast(({ route }) => routes[route.id ?? ""]?.module.loader)?.route.id;
	if (asked && !(own && asked.includes(own))) return undefined;
	return `/${matches.flatMap(({ route }) => route.path || []).join("/")}`;
}

const childrenOf = (routes: Routes, parentId: string | undefined): RouteObject[] =>
	Object.values(routes)
		.filter((route) => (route.parentId || undefined) === parentId)
		.map(({ id, path, index }): RouteObject => {
			return index ? { id, path, index } : { id, path, children: childrenOf(routes, id) };
		});
