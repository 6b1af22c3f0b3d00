import { isStreamOpen, useOnStreamOpen } from "~/live/live";
import { useEvery } from "~/ui/use-every";
import type { LocalHunt } from "../model/local-hunt.server";
import { NO_STATISTICS, type OutsideReading, type ShownHunt } from "../outside/shown-hunt";
import { useHuntReload } from "./use-hunt-reload";

const POLL_MS = 30_000;

/** The current hunt. */
interface HuntNow extends OutsideReading {
	local: LocalHunt | null;
}

/**
 * Keeps a hunt up to date: a local one by the events of the live stream, an external one, and any without a stream, by
 * loading the page's data every 30 s.
 * @param isLost whether the last reload has failed.
 * @param reload starts loading the page's data again.
 */
export function useShownHunt(loaded: ShownHunt, isLost: boolean, reload: () => void): HuntNow {
	const { local: loadedHunt, last, outside } = loaded;
	const guesses = useHuntReload(loadedHunt ?? last, !outside, reload);
	useEvery(POLL_MS, async () => {
		if (outside || isLost || !isStreamOpen()) reload();
	});
	useOnStreamOpen(() => isLost && reload());
	const local = loadedHunt && guesses !== undefined ? { ...loadedHunt, guesses } : loadedHunt;
	const { statistics = NO_STATISTICS, slots = [] } = local ?? {};
	return { ...(outside ?? { statistics, slots, staleMs: null }), local };
}
