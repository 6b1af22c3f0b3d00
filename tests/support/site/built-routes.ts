import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { matchRoutes } from "@remix-run/react";

export interface BuiltRoute {
	id: string;
	parentId?: string;
	/** Relative to the parent's path; undefined for an index route. */
	path?: string;
	index?: boolean;
	hasAction: boolean;
	/** The address of its script. */
	module: string;
	/** The addresses of its own style sheets. */
	css?: string[];
}

const ASSETS = "build/client/assets";
const SERVER = "build/server/assets";

/** The routes of the server's build. The manifest of the browser lists pages only. */
export function builtRoutes(): BuiltRoute[] {
	const [file] = readdirSync(SERVER).filter((name) => name.startsWith("server-build-"));
	const [, manifest] =
		/^const \w+ = (\{ "entry": .*\});$/m.exec(readFileSync(join(SERVER, file ?? ""), "utf8")) ?? [];
	const { routes } = runInNewContext(`(${manifest})`) as { routes: Record<string, BuiltRoute> };
	return Object.values(routes);
}

/** The addresses of the built scripts that contain a text. Their names say nothing of their content. */
export const builtScriptsWith = (text: string): string[] =>
	readdirSync(ASSETS)
		.filter((name) => name.endsWith(".js") && readFileSync(join(ASSETS, name), "utf8").includes(text))
		.map((name) => `/assets/${name}`);

/** The full path of a route with its parameters, such as `/store/:id/edit`. */
export function patternOf(route: BuiltRoute, routes: readonly BuiltRoute[]): string {
	const parent = routes.find(({ id }) => id === route.parentId);
	const base = parent && parent.id !== "root" ? patternOf(parent, routes) : "";
	return `${base}/${route.path ?? ""}`.replace(/\/$/, "") || "/";
}

/** Finds the route that answers a URL of the site: its id and the full path of the innermost route. */
export function routeFinder(routes: readonly BuiltRoute[]): (pathname: string) => string | undefined {
	const tree = (parentId: string | undefined): { id: string; path?: string; children: never[] }[] =>
		routes
			.filter((route) => route.parentId === parentId)
			.map(({ id, path, index }) =>
				index ? { id, index, children: undefined as never } : { id, path, children: tree(id) as never[] },
			);
	const all = tree(undefined);
	return (pathname) => matchRoutes(all, pathname)?.at(-1)?.route.id;
}
