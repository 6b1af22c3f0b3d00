import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import type { useConnection } from "~/live/live";

interface Reloading<Page> {
	page: Page;
	connection: ReturnType<typeof useConnection>;
	/** Called when the page was reloaded and its data is newer than the stream's. */
	onNews(page: Page): void;
	/** Load the page again whenever the stream is back. */
	afterLoss?: boolean;
}

/**
 * After its snapshot, the stream is ahead of every page load; before
 * that, and for another wallet, the page is.
 * @returns a function to call when the stream has sent a snapshot.
 */
export function useReloaded<Page extends { wallet: string }>(reloading: Reloading<Page>): () => void {
	const { page, connection, afterLoss = false } = reloading;
	const { revalidate } = useRevalidator();
	const loaded = useRef(page);
	const isAhead = useRef(false);
	const wasOpen = useRef(false);
	const latest = useRef(reloading);
	useEffect(() => {
		latest.current = reloading;
	});

	useEffect(() => {
		if (connection !== "open") {
			isAhead.current = false;
			return;
		}
		if (wasOpen.current && afterLoss) revalidate();
		wasOpen.current = true;
	}, [connection, afterLoss, revalidate]);

	useEffect(() => {
		const before = loaded.current;
		loaded.current = page;
		if (before === page || (isAhead.current && before.wallet === page.wallet)) return;
		latest.current.onNews(page);
	}, [page]);

	return useCallback(() => {
		isAhead.current = true;
	}, []);
}
