/** What the routes of the build declare about their pages. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES, type Language } from "~/i18n/languages";
import type { Handle } from "~/ui/shell/handle";
import type { NavEntry } from "~/ui/shell/side-nav";

interface Page {
	/** The route's pattern, such as `/store/:id/redeem`. */
	path: string;
	handle: Handle;
}

interface BuiltRoute {
	parentId?: string;
	path?: string;
	module: { default?: unknown; handle?: unknown };
}

type Routes = Record<string, BuiltRoute | undefined>;

/**
 * Reads the handles of all routes that have a page.
 * @returns `isShared`: whether visitors share the page of a path with a query string; `openToAllAges`: the path patterns
 * of the pages with that property; `navigation`: the entries that a viewer gets, in their order.
 */
export function pagesOf(routes: Routes) {
	const pathOf = (route: BuiltRoute | undefined): string =>
		route ? [pathOf(routes[route.parentId ?? ""]), route.path].filter(Boolean).join("/") : "";
	const pages: Page[] = Object.values(routes).flatMap((route) =>
		route?.module.default
			? { path: `/${pathOf(route)}`, handle: (route.module.handle as Handle | undefined) ?? {} }
			: [],
	);
	const shared = new Map(
		pages.flatMap(({ path, handle }) => (handle.shared ? [[path, handle.shared] as const] : [])),
	);
	const navigations = Object.fromEntries(
		LANGUAGES.map((language) => [language, navigationOf(pages, language)]),
	) as Record<Language, ReturnType<typeof navigationOf>>;
	return {
		isShared(path: string, query: string): boolean {
			const page = shared.get(path);
			return typeof page === "function" ? page(query) : page === true && query === "";
		},
		openToAllAges: new Set(
			pages.flatMap(({ path, handle }) => (handle.openToAllAges ? path : [])),
		) as ReadonlySet<string>,
		navigation: (language: Language, isAdmin: boolean): readonly NavEntry[] =>
			navigations[language][isAdmin ? "admins" : "all"],
	};
}

/** Icons are rendered here, so that browsers fetch no script for them. */
function navigationOf(pages: readonly Page[], language: Language) {
	const { t } = i18nIn(language);
	// A second address of the same module is not listed again.
	const listed = pages
		.filter(({ handle }, place) => pages.findIndex((page) => page.handle === handle) === place)
		.flatMap(({ path, handle }) => (handle.navigation ? { path, ...handle.navigation } : []))
		.sort((a, b) => a.order - b.order)
		.map(({ path, label, icon, loading, adminsOnly, count }) => ({
			adminsOnly,
			entry: {
				to: path,
				label: label(t),
				icon: renderToStaticMarkup(
					createElement(icon, { "aria-hidden": true, className: "size-5 shrink-0" }),
				),
				loading: loading?.(t),
				...(adminsOnly && { forAdmins: adminsOnly }),
				count,
			},
		}));
	return {
		admins: listed.map(({ entry }) => entry),
		all: listed.flatMap(({ adminsOnly, entry }) => (adminsOnly ? [] : entry)),
	};
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
