import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { routeTree } from "~/http/page-routes.server";
import { pagePathOf } from "./page-views";

type Routes = Record<
	string,
	Pick<NonNullable<ServerBuild["routes"][string]>, "id" | "parentId" | "path" | "index"> & {
		module: { default?: unknown; loader?: unknown };
	}
>;
type Matches = readonly { route: { path?: string } }[];

/**
 * What a page is counted as: the pattern of its route, such as `/store/:id/redeem`, so that nobody writes
 * words of their own into the counts. Undefined where no page was found.
 * @param matches the routes of a page, from the document on.
 */
export function labelOf(matches: Matches): string | undefined {
	if (matches.at(-1)?.route.path === "*") return undefined;
	return `/${matches.flatMap(({ route }) => route.path || []).join("/")}`;
}

/**
 * What the page is counted as whose data is asked for. Undefined for an address that is no page, and for a
 * request that names which data it wants, but not the page's own.
 */
export function pageLabel(routes: Routes, url: string): string | undefined {
	const matches = matchRoutes(routeTree(routes), pagePathOf(url)) ?? [];
	const page = routes[matches.at(-1)?.route.id ?? ""];
	if (!page?.module.default) return undefined;
	const asked = new URL(url).searchParams.get("_routes")?.split(",");
	const own = matches.findLast(({ route }) => routes[route.id ?? ""]?.module.loader)?.route.id;
	if (asked && !(own && asked.includes(own))) return undefined;
	return labelOf(matches);
}
