import { useFetcher } from "@remix-run/react";
import { isStreamOpen, useOnStreamOpen } from "~/live/live";
import { useLastData } from "~/ui/overlay/last-data";
import { useEvery } from "~/ui/use-every";
import { NO_STATISTICS, type ShownHunt } from "../outside/shown-hunt";
import { useHuntReload } from "./use-hunt-reload";

const POLL_MS = 30_000;

/**
 * Keeps a page with a hunt up to date: a local one by the events of the live stream, an external one, and any without a
 * stream, by loading the page's data every 30 s. The data are kept while the site cannot be reached.
 * @param loaded the data of the route.
 * @param address of the route.
 * @returns the newest data, the statistics and slots of the current hunt, and ms since the site's last answer, while it
 * cannot be reached; else null.
 */
export function useShownHunt<Page extends { hunt: ShownHunt }>(loaded: Page, address: string) {
	// Loads only this route's data. A revalidation would load the shell's as well, and show its error page.
	const again = useFetcher();
	const page = (again.data as Page | undefined) ?? loaded;
	const lostMs = useLastData(page);
	const { local: loadedHunt, last, outside } = page.hunt;
	const reload = () => again.load(address);
	const guesses = useHuntReload(loadedHunt ?? last, !outside, reload);
	useEvery(POLL_MS, async () => {
		if (outside || lostMs !== null || !isStreamOpen()) reload();
	});
	useOnStreamOpen(() => lostMs !== null && reload());
	const local = loadedHunt && guesses !== undefined ? { ...loadedHunt, guesses } : loadedHunt;
	const { statistics = NO_STATISTICS, slots = [] } = local ?? {};
	return { page, lostMs, ...(outside ?? { statistics, slots, staleMs: null }), local };
}
