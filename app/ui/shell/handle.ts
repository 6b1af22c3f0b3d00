import { useMatches } from "@remix-run/react";
import type { TFunction } from "i18next";

/** What a route may say of itself to the shell. */
export interface Handle {
	/** What the page is called, before the site's name. */
	title?: (t: TFunction) => string;
	/** Open without the age gate, as help and legal pages are. */
	openToAllAges?: boolean;
	/** Without header, menu and footer, such as the overlay of a broadcast. */
	bare?: boolean;
	/** A dialog that fills the screen under the header, which stays in use. Other child routes are modal dialogs. */
	fullScreen?: boolean;
	/** Of a page that has a modal dialog without a route: whether it is open, by what the loader said. */
	hasDialog?: (loaded: unknown) => boolean;
}

/** What the routes of this page say of themselves, the outermost first. */
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
