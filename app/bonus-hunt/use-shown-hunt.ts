import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { HuntSlot, OwnHunt, Statistics } from "./hunt";
import { NO_STATISTICS, type OutsideReading, type ShownHunt } from "./shown-hunt";
import { useEvery } from "./use-every";
import { useOwnHunt } from "./use-own-hunt";

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
 */
export function useShownHunt(loaded: ShownHunt, user: string): HuntNow {
	const { revalidate } = useRevalidator();
	const own = useOwnHunt(loaded.own ?? undefined, !loaded.outside);
	const [told, setTold] = useState<{ of: ShownHunt; reading: OutsideReading }>();
	const [lostMs, setLostMs] = useState<number | null>(null);
	const heardAt = useRef(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was loaded, the site was there
	useEffect(() => {
		heardAt.current = performance.now();
		setLostMs(null);
	}, [loaded]);

	const outside = loaded.outside && (told?.of === loaded ? told.reading : loaded.outside);
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
			const ages = [statistics.ageMs, slots.ageMs].filter((age) => age !== null);
			const staleMs = ages.length === 0 ? null : Math.max(...ages);
			const reading = { statistics: statistics.value, slots: slots.value, staleMs };
			if (outside) setTold({ of: loaded, reading });
			// The live news should have told; whether they came meanwhile or never, the page itself knows.
			else if (!isSame(shown, reading)) revalidate();
		} catch {
			setLostMs(performance.now() - heardAt.current);
		}
	});
	return { ...shown, own, lostMs };
}

interface Answer<Value> {
	/** Null when the source never answered. */
	value: Value | null;
	/** ms since the source's last answer, if it fails; else null. */
	ageMs: number | null;
}

/** @throws when the site cannot be reached. */
async function ask<Value>(part: "stats" | "slots", user: string): Promise<Answer<Value>> {
	const address = `/api/bonus-hunt-${part}?user=${encodeURIComponent(user)}`;
	const response = await fetch(address, { signal: AbortSignal.timeout(WITHIN_MS) });
	if (response.status === 502) return { value: null, ageMs: null };
	if (!response.ok) throw new Error(`status ${response.status}`);
	const age = response.headers.get("Age");
	return { value: await response.json(), ageMs: age === null ? null : Number(age) * 1000 };
}

const isSame = ({ statistics, slots }: OutsideReading, other: OutsideReading): boolean =>
	JSON.stringify([statistics, slots]) === JSON.stringify([other.statistics, other.slots]);
