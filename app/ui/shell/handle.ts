import { useMatches } from "@remix-run/react";
import type { TFunction } from "i18next";
import type { LucideIcon } from "lucide-react";
import { loadMessages } from "~/i18n/browser";
import type { Namespace } from "~/i18n/messages";
import type { Right } from "~/lib/rights";

/** Numbers of things that wait for the team. */
export type CountName = "waitingOrders" | "failures";

/** What a route declares about its page. Nothing else lists pages. */
export interface Handle {
	/** The page's title, shown before the site's name. A page with several addresses reads it from the loader's data. */
	title?: (t: TFunction, loaded: unknown) => string;
	/** The description for search engines and link previews. Without one, the channel's tagline is used. */
	description?: (t: TFunction, loaded: unknown) => string | undefined;
	/**
	 * The path of the picture in link previews, from the loader's data, 1200 × 630 pixels. Without one, the site's
	 * default picture is used.
	 */
	picture?: (loaded: unknown) => string | undefined;
	/** The path that search engines list instead, for a page with several addresses. */
	canonical?: string;
	/** Search engines are asked not to list the page. */
	notListed?: true;
	/** Messages that the page and its child routes need, besides those of all pages. */
	messages?: readonly Namespace[];
	/** The page's entry in the navigation. */
	navigation?: {
		label: (t: TFunction) => string;
		icon: LucideIcon;
		/** Entries are sorted by it, lowest first. */
		order: number;
		/** The right that shows the entry, in the team's group; `staff` is any. Without one everybody gets it. */
		for?: "admin" | "staff" | Right;
		/** Admins reach the page from another one. */
		moderatorsOnly?: true;
		/** The count that the team sees at the entry. */
		count?: CountName;
		/** Text shown while the page loads, instead of the general one. */
		loading?: (t: TFunction) => string;
	};
	/**
	 * All visitors with the same language, theme and age confirmation share one rendering for a second. The page must
	 * not contain a value of a single request, such as an idempotency key. A page with parameters gives a function
	 * that returns whether they share the page with this query string, such as `?sort=newest`; few may be shared, so that
	 * made-up ones do not replace the pages in the cache.
	 */
	shared?: true | ((query: string) => boolean);
	/** The page is shown without the age gate, like help and legal pages. */
	openToAllAges?: true;
	/** The page has no header, menu and footer, such as the overlay of a broadcast. */
	bare?: boolean;
	/** The page is a dialog that fills the screen under the header, which stays usable. Other child routes are modal dialogs. */
	fullScreen?: boolean;
	/** For a page with a modal dialog that has no route: whether it is open, from the loader's data. */
	hasDialog?: (loaded: unknown) => boolean;
}

/**
 * Declares a page. In the browser it resolves once the page's messages are loaded. A route awaits it at the top level,
 * so that the page is never rendered without them.
 * @returns the handle itself.
 * @throws {TypeError} when the messages cannot be fetched; Remix then loads the document.
 */
export async function declarePage(handle: Handle): Promise<Handle> {
	if (!import.meta.env.SSR) await loadMessages(handle.messages ?? []);
	return handle;
}

/** The handles of the current page's routes, the outermost first. Routes without a handle are left out. */
export const useHandles = () => useMatches().flatMap(({ handle }) => (handle as Handle | undefined) ?? []);

/** Whether a modal dialog is open: the child routes of a page are dialogs over it. */
export function useIsUnderDialog(): boolean {
	const [page, ...over] = useMatches().slice(1);
	const handleOf = (match: typeof page) => match?.handle as Handle | undefined;
	const top = over.at(-1);
	return top ? !handleOf(top)?.fullScreen : handleOf(page)?.hasDialog?.(page?.data) === true;
}

/**
 * Seconds after which a page without scripts reloads itself: `refreshAfter` in the data of the innermost loader.
 * Undefined if the page does not reload.
 */
export function useRefreshAfter(): number | undefined {
	const data = useMatches().at(-1)?.data as { refreshAfter?: number | null } | undefined;
	return data?.refreshAfter ?? undefined;
}
