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
	/** Fills the screen under the header; what lies behind it cannot be reached. */
	fullScreen?: boolean;
}

/** What the routes of this page say of themselves, the outermost first. */
export const useHandles = () => useMatches().flatMap(({ handle }) => (handle as Handle | undefined) ?? []);

/** In how many seconds a page without scripts is to load itself again, where its loader says so. */
export function useRefreshAfter(): number | undefined {
	const data = useMatches().at(-1)?.data as { refreshAfter?: number | null } | undefined;
	return data?.refreshAfter ?? undefined;
}
