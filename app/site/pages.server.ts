/** What the routes of the build declare about their pages. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES, type Language } from "~/i18n/languages";
import { inBackground } from "~/lib/guarded";
import { mayOpen, type Staff } from "~/lib/rights";
import { createPatternFinder, patternsIn } from "~/operations/route-patterns";
import type { Handle } from "~/ui/shell/handle";
import type { NavEntry } from "~/ui/shell/side-nav";

interface Page {
	/** The route's pattern, such as `/store/:id/redeem`. */
	path: string;
	handle: Handle;
	/** The id of the innermost of its routes that has data. */
	dataId: string | undefined;
}

interface BuiltRoute {
	parentId?: string;
	path?: string;
	module: {
		default?: unknown;
		handle?: unknown;
		loader?: unknown;
		action?: unknown;
		headers?: unknown;
	};
}

type Action = (args: ActionFunctionArgs) => unknown;

type Routes = Record<string, BuiltRoute | undefined>;

/**
 * Reads the handles of all routes that have a page.
 * @returns `isShared`: whether visitors share the page of a path with a query string; `openToAllAges`: the path patterns
 * of the pages with that property; `navigation`: the entries that a viewer gets, in their order; `patternOf` see
 * {@link createPatternFinder}; `labelOf` names the page that a request shows; `formAt`: the action of the route at the path of a
 * data request, if the path is written as in links of the site.
 */
export function pagesOf(routes: Routes) {
	const pathOf = (route: BuiltRoute | undefined): string =>
		route ? [pathOf(routes[route.parentId ?? ""]), route.path].filter(Boolean).join("/") : "";
	const dataIdOf = (id: string | undefined): string | undefined =>
		!id || routes[id]?.module.loader ? id : dataIdOf(routes[id]?.parentId);
	const pages: Page[] = Object.entries(routes).flatMap(([id, route]) =>
		route?.module.default
			? {
					path: `/${pathOf(route)}`,
					handle: (route.module.handle as Handle | undefined) ?? {},
					dataId: dataIdOf(id),
				}
			: [],
	);
	const actions = new Map(
		Object.values(routes).flatMap((route) => {
			const path = `/${pathOf(route)}`;
			const { action, headers } = route?.module ?? {};
			return action && !headers && !/^\/$|[*?]/.test(path) ? [[path, action as Action] as const] : [];
		}),
	);
	const byPath = new Map(pages.map((page) => [page.path, page]));
	const patternOf = createPatternFinder(patternsIn(routes));
	const shared = new Map(
		pages.flatMap(({ path, handle }) => (handle.shared ? [[path, handle.shared] as const] : [])),
	);
	const navigations = Object.fromEntries(
		LANGUAGES.map((language) => [language, navigationOf(pages, language)]),
	) as Record<Language, ReturnType<typeof navigationOf>>;
	const lists = new Map<string, readonly NavEntry[]>();
	return {
		patternOf,
		/** Whether a document at a path is a page of the site. */
		isPage: (path: string) => byPath.has(patternOf(path)) && !path.endsWith(".data"),
		/**
		 * The pattern of the page whose document or data (`.data`) a request reads, so that clients cannot write their own texts
		 * into the counts of pages. Undefined for an address without a page, and for a request of the data of other routes only.
		 */
		labelOf(url: string): string | undefined {
			const { pathname, searchParams } = new URL(url);
			const page = byPath.get(patternOf(pathname));
			const requested = searchParams.get("_routes")?.split(",");
			return requested && !requested.includes(page?.dataId ?? "") ? undefined : page?.path;
		},
		formAt(path: string): { action: Action; params: Record<string, string> } | undefined {
			const pattern = patternOf(path);
			const action = actions.get(pattern);
			const params = action && paramsIn(pattern, path.replace(/\.data$/, ""));
			return params && { action, params };
		},
		isShared(path: string, query: string): boolean {
			const page = shared.get(path);
			return typeof page === "function" ? page(query) : page === true && query === "";
		},
		openToAllAges: new Set(
			pages.flatMap(({ path, handle }) => (handle.openToAllAges ? path : [])),
		) as ReadonlySet<string>,
		/** The same list for all who get the same entries. */
		navigation(language: Language, viewer: Staff | undefined): readonly NavEntry[] {
			const key = [language, viewer?.isAdmin, ...(viewer?.rights ?? [])].join();
			const list =
				lists.get(key) ??
				navigations[language].flatMap(({ right, moderatorsOnly, entry }) =>
					(moderatorsOnly && viewer?.isAdmin) || (right && !mayOpen(viewer, right)) ? [] : entry,
				);
			lists.set(key, list);
			return list;
		},
	};
}

/** Paths that the URL parser or a router would change. */
const UNUSUAL = /[%#\\]|\/\/|\/\.{0,2}$|\/\.{1,2}\//;

/** The parameters in a path. Undefined if it is not written like the pattern, such as in another case or encoded. */
function paramsIn(pattern: string, path: string): Record<string, string> | undefined {
	if (UNUSUAL.test(path)) return undefined;
	const parts = path.split("/");
	const params: Record<string, string> = {};
	for (const [at, name] of pattern.split("/").entries()) {
		const part = parts[at] ?? "";
		if (name.startsWith(":")) params[name.slice(1)] = part;
		else if (name !== part) return undefined;
	}
	return params;
}

/** Icons are rendered here, so that browsers fetch no script for them. */
function navigationOf(pages: readonly Page[], language: Language) {
	const { t } = i18nIn(language);
	// A second address of the same module is not listed again.
	return pages
		.filter(({ handle }, place) => pages.findIndex((page) => page.handle === handle) === place)
		.flatMap(({ path, handle }) => (handle.navigation ? { path, ...handle.navigation } : []))
		.sort((a, b) => a.order - b.order)
		.map(({ path, label, icon, loading, for: right, moderatorsOnly, count }) => ({
			...{ right, moderatorsOnly },
			entry: {
				to: path,
				label: label(t),
				icon: renderToStaticMarkup(createElement(icon)).replace(/^<svg[^>]*>|<\/svg>$/g, ""),
				loading: loading?.(t),
				...(right && { forTeam: true as const }),
				count,
			},
		}));
}

export type Pages = ReturnType<typeof pagesOf>;

let pages: Promise<Pages> | undefined;

/**
 * The pages of the build, read once per process. The build imports all routes and through them the site, so it is
 * imported at the first request.
 */
export function readPages(): Promise<Pages> {
	pages ??= import("virtual:remix/server-build").then(({ routes }) => pagesOf(routes));
	return pages;
}

/** Tests whether a document at a path is a page of the site. It finds none before the pages have been read. */
export function createPageTest(): (path: string) => boolean {
	let known: Pages | undefined;
	const read = async () => {
		known = await readPages();
	};
	return (path) => {
		if (!known) inBackground(read);
		return known?.isPage(path) ?? false;
	};
}
