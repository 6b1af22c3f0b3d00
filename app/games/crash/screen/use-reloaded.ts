import { useCallback, useEffect, useRef } from "react";
import type { useConnection } from "~/live/live";
import { useReload } from "~/ui/use-reload";
import type { PlayerState } from "../engine/view";

interface Reloading<Page> {
	page: Page;
	own: PlayerState;
	connection: ReturnType<typeof useConnection>;
	/** Called when the page was loaded again. `isBehind`: the stream's state of the round is newer. */
	onPage(page: Page, isBehind: boolean): void;
}

/**
 * Passes on the data of reloaded pages. After its snapshot, the stream is ahead of every page load; before that, the
 * page is. When the stream opens, the page is loaded again if an open or queued bet may have ended without it.
 * @returns a function to call when the stream has sent a snapshot.
 */
export function useReloaded<Page>(reloading: Reloading<Page>): () => void {
	const { page, own, connection, onPage } = reloading;
	const reload = useReload();
	const loaded = useRef(page);
	const isAhead = useRef(false);
	const mustReload = useRef(false);
	const hasBet = own.bet?.status === "active" || own.queued !== null;
	const latest = useRef(onPage);
	useEffect(() => {
		latest.current = onPage;
	});

	useEffect(() => {
		if (connection !== "open") {
			isAhead.current = false;
			mustReload.current ||= hasBet;
			return;
		}
		if (mustReload.current) reload();
		mustReload.current = false;
	}, [connection, hasBet, reload]);

	useEffect(() => {
		if (loaded.current === page) return;
		loaded.current = page;
		latest.current(page, isAhead.current);
	}, [page]);

	return useCallback(() => {
		isAhead.current = true;
	}, []);
}
