import { useEffect, useRef, useState } from "react";
import { isStreamOpen } from "~/live/live";
import { useEvery } from "~/ui/use-every";
import type { HuntSlot, LocalHunt, Statistics } from "../model/hunt";
import { type HuntAnswer, QUIET_HEADER, readHuntAnswer } from "../outside/hunt-answer";
import { answersOf, type OutsideKnown, readingOf, withAnswers } from "../outside/outside-known";
import { NO_STATISTICS, type OutsideReading, type ShownHunt } from "../outside/shown-hunt";
import { useHuntReload } from "./use-hunt-reload";

const POLL_MS = 30_000;
const TIMEOUT_MS = 15_000;

/** The current hunt. */
interface HuntNow extends OutsideReading {
	local: LocalHunt | null;
	/** ms since the site's last answer, while it cannot be reached; else null. */
	lostMs: number | null;
}

/**
 * Keeps a hunt up to date: a local one by the events of the live stream, and by polling every 30 s while there is no
 * stream; an external one by polling every 30 s. Failures are returned as `lostMs`.
 * @param user the streamer's handle.
 * @param reload starts loading the page's data again.
 */
export function useShownHunt(loaded: ShownHunt, user: string, reload: () => void): HuntNow {
	const { local: loadedHunt } = loaded;
	const [known, setKnown] = useState<OutsideKnown>();
	const [lostMs, setLostMs] = useState<number | null>(null);
	const reachedAt = useRef(0);
	function noteReached() {
		reachedAt.current = performance.now();
		setLostMs(null);
	}
	useEffect(() => {
		reachedAt.current = performance.now();
		setLostMs(null);
		const { outside } = loaded;
		if (outside) setKnown((before) => withAnswers(before, answersOf(outside), performance.now()));
	}, [loaded]);

	const shown = loadedHunt ?? loaded.last;
	const guesses = useHuntReload({ shown, isLive: !loaded.outside, reload, onEvent: noteReached });
	const local = loadedHunt && guesses !== undefined ? { ...loadedHunt, guesses } : loadedHunt;

	const outside = loaded.outside && (known ? readingOf(known) : loaded.outside);
	const displayed: OutsideReading = outside ?? {
		statistics: local?.statistics ?? NO_STATISTICS,
		slots: local?.slots ?? [],
		staleMs: null,
	};

	useEvery(POLL_MS, async () => {
		if (!outside && isStreamOpen()) return;
		try {
			const [statistics, slots] = await Promise.all([
				fetchPart<Statistics>("stats", user),
				fetchPart<HuntSlot[]>("slots", user),
			]);
			noteReached();
			if (outside) setKnown((before) => withAnswers(before, { statistics, slots }, performance.now()));
			else if (!isSame(displayed, [statistics.value, slots.value])) reload();
		} catch {
			setLostMs(performance.now() - reachedAt.current);
		}
	});
	return { ...displayed, local, lostMs };
}

/** @throws when the site cannot be reached. */
async function fetchPart<Value>(part: "stats" | "slots", user: string): Promise<HuntAnswer<Value>> {
	const address = `/api/bonus-hunt-${part}?user=${encodeURIComponent(user)}`;
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	return readHuntAnswer(await fetch(address, { headers: { [QUIET_HEADER]: "1" }, signal }));
}

const isSame = ({ statistics, slots }: OutsideReading, other: [Statistics | null, HuntSlot[] | null]) =>
	JSON.stringify([statistics, slots]) === JSON.stringify(other);
