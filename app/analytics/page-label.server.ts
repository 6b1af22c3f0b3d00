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
 * The label of a page view: the pattern of its route, such as `/store/:id/redeem`, so that clients cannot write their
 * own texts into the counts.
 * @param matches the matched routes of a page, the root first.
 * @returns undefined if no page was found.
 */
export function documentLabel(matches: Matches): string | undefined {
	if (matches.at(-1)?.route.path === "*") return undefined;
	return `/${matches.flatMap(({ route }) => route.path || []).join("/")}`;
}

/**
 * The label of a page view for Remix's data request of a page.
 * @param url the address of the data request.
 * @returns undefined for an address without a page, and for a request of other routes' data only (parameter
 * `_routes`).
 */
export function dataLabel(routes: Routes, url: string): string | undefined {
	const matches = matchRoutes(routeTree(routes), pagePathOf(url)) ?? [];
	const page = routes[matches.at(-1)?.route.id ?? ""];
	if (!page?.module.default) return undefined;
	const requested = new URL(url).searchParams.get("_routes")?.split(",");
	const own = matches.findLast(({ route }) => routes[route.id ?? ""]?.module.loader)?.route.id;
	if (requested && !(own && requested.includes(own))) return undefined;
	return documentLabel(matches);
}
