import { useMatches } from "@remix-run/react";
import type { TFunction } from "i18next";
import type { LucideIcon } from "lucide-react";
import { loadMessages } from "~/i18n/browser";
import type { Namespace } from "~/i18n/messages";

/** What a route declares about its page. Nothing else lists pages. */
export interface Handle {
	/** The page's title, shown before the site's name. */
	title?: (t: TFunction) => string;
	/** Messages that the page and its child routes need, besides those of all pages. */
	messages?: readonly Namespace[];
	/** The page's entry in the navigation. */
	navigation?: {
		label: (t: TFunction) => string;
		icon: LucideIcon;
		/** Entries are sorted by it, lowest first. */
		order: number;
		adminsOnly?: true;
		/** Shown while the page loads, where it says more than that something loads. */
		loading?: (t: TFunction) => string;
	};
	/**
	 * All visitors with the same language, theme and age confirmation share one rendering for a second. The page must
	 * not contain a value of a single request, such as an idempotency key.
	 */
	shared?: true;
	/** Shown without the age gate, as help and legal pages are. */
	openToAllAges?: true;
	/** Without header, menu and footer, such as the overlay of a broadcast. */
	bare?: boolean;
	/** A dialog that fills the screen under the header, which stays in use. Other child routes are modal dialogs. */
	fullScreen?: boolean;
	/** For a page with a modal dialog that has no route: whether it is open, from the loader's data. */
	hasDialog?: (loaded: unknown) => boolean;
}

/**
 * Declares a page. In the browser it resolves once the messages of the page are there. A route awaits it at the top
 * level, so that the page is never shown without them.
 * @throws {TypeError} when the messages cannot be fetched; Remix then loads the document.
 */
export async function declarePage(handle: Handle): Promise<Handle> {
	if (!import.meta.env.SSR) await loadMessages(handle.messages ?? []);
	return handle;
}

/** The handles of the current page's routes, the outermost first. */
export const useHandles = () => useMatches().flatMap(({ handle }) => (handle as Handle | undefined) ?? []);

/** Whether a modal dialog is open: the child routes of a page are dialogs over it. */
export function useIsUnderDialog(): boolean {
	const [page, ...over] = useMatches().slice(1);
	const handleOf = (match: typeof page) => match?.handle as Handle | undefined;
	const top = over.at(-1);
	return top ? !handleOf(top)?.fullScreen : handleOf(page)?.hasDialog?.(page?.data) === true;
}

/** In how many seconds a page without scripts is to load itself again, where its loader says so. */
export function useRefreshAfter(): number | undefined {
	const data = useMatches().at(-1)?.data as { refreshAfter?: number | null } | undefined;
	return data?.refreshAfter ?? undefined;
}
