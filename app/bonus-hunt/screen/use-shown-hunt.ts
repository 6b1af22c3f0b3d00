import { useEffect, useRef, useState } from "react";
import { useEvery } from "~/ui/use-every";
import type { HuntSlot, OwnHunt, Statistics } from "../model/hunt";
import { type HuntAnswer, QUIETLY, readHuntAnswer } from "../outside/hunt-answer";
import { hear, heardOf, type OutsideKnown, readingOf } from "../outside/outside-known";
import { NO_STATISTICS, type OutsideReading, type ShownHunt } from "../outside/shown-hunt";
import { useOwnHunt } from "./use-local-hunt";

const EVERY_MS = 30_000;
const WITHIN_MS = 15_000;

/** The hunt as it is now. */
interface HuntNow extends OutsideReading {
	own: OwnHunt | undefined;
	/** ms since the site was last heard of, while it cannot be reached; else null. */
	lostMs: number | null;
}

/**
 * Keeps a hunt up to date: one of this site by its live news; both kinds by asking every 30 s.
 * @param user the streamer's handle.
 * @param readAnew has the page's data read again, within so many ms.
 */
export function useShownHunt(loaded: ShownHunt, user: string, readAnew: (withinMs: number) => void): HuntNow {
	const own = useOwnHunt(loaded.own ?? undefined, { isWatched: !loaded.outside, readAnew });
	const [known, setKnown] = useState<OutsideKnown>();
	const [lostMs, setLostMs] = useState<number | null>(null);
	const heardAt = useRef(0);
	useEffect(() => {
		// Whenever something was loaded, the site was there.
		heardAt.current = performance.now();
		setLostMs(null);
		const { outside } = loaded;
		if (outside) setKnown((before) => hear(before, heardOf(outside), performance.now()));
	}, [loaded]);

	const outside = loaded.outside && (known ? readingOf(known) : loaded.outside);
	const shown: OutsideReading = outside ?? {
		statistics: own?.statistics ?? NO_STATISTICS,
		slots: own?.slots ?? [],
		staleMs: null,
	};

	useEvery(EVERY_MS, async () => {
		try {
			const [statistics, slots] = await Promise.all([
				ask<Statistics>("stats", user),
				ask<HuntSlot[]>("slots", user),
			]);
			heardAt.current = performance.now();
			setLostMs(null);
			if (outside) setKnown((before) => hear(before, { statistics, slots }, performance.now()));
			// The live news should have told; whether they came meanwhile or never, the page itself knows.
			else if (!isSame(shown, [statistics.value, slots.value])) readAnew(0);
		} catch {
			setLostMs(performance.now() - heardAt.current);
		}
	});
	return { ...shown, own, lostMs };
}

/** @throws when the site cannot be reached. */
async function ask<Value>(part: "stats" | "slots", user: string): Promise<HuntAnswer<Value>> {
	const address = `/api/bonus-hunt-${part}?user=${encodeURIComponent(user)}`;
	const signal = AbortSignal.timeout(WITHIN_MS);
	return readHuntAnswer(await fetch(address, { headers: { [QUIETLY]: "1" }, signal }));
}

const isSame = ({ statistics, slots }: OutsideReading, other: [Statistics | null, HuntSlot[] | null]) =>
	JSON.stringify([statistics, slots]) === JSON.stringify(other);
