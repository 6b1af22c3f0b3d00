import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { isStreamOpen, usePublished, useStates } from "~/live/live";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { useReload } from "~/ui/use-reload";
import type { Restriction } from "./limits-page.server";
import { type CurrentRestriction, LIMITS_TOPIC, RESTRICTION_TOPIC } from "./limits-topics";

const SECOND_MS = 1000;
/** Browsers fire timers of more than 24.8 days at once. */
const MAX_TIMER_MS = 24 * 60 * 60 * SECOND_MS;

/** ms after which a page with a restriction is loaded again: at its end, or after a day if that is earlier. */
export const reloadDelay = (msLeft: number): number => Math.min(Math.max(msLeft, SECOND_MS), MAX_TIMER_MS);

/** What the lobby has loaded. A visitor has no limits. */
interface Lobby {
	restriction?: Restriction | null;
	lossLeft?: number | null;
	isReminderDue?: boolean;
}
const useLobby = () => useRouteLoaderData<Lobby>("routes/mini-games");

/** The player's restriction, which the lobby has loaded; undefined if the player may bet. For the games under the lobby. */
export const useRestriction = (): Restriction | undefined => useLobby()?.restriction ?? undefined;

/** Points that the player's daily limit leaves; infinite without one. For the games under the lobby. */
export function useLossLeft(): number {
	const loaded = useLobby()?.lossLeft;
	const [left, publish] = usePublished(loaded ?? null);
	useStates(loaded === undefined ? undefined : RESTRICTION_TOPIC, {
		current: ({ lossLeft }) => publish(lossLeft),
	});
	return useDisplayedLeft(left);
}

/**
 * While an outcome is still animated, the rest changes with the displayed balance alone: it counts each stake and each payout that
 * the player has seen, and reveals no other.
 * @param left null without a limit.
 */
export function useDisplayedLeft(left: number | null): number {
	const { points = 0, isHeld } = useDisplayedBalance();
	const before = useRef({ left, points });
	if (!isHeld) before.current = { left, points };
	const known = before.current;
	return known.left === null ? Number.POSITIVE_INFINITY : known.left + points - known.points;
}

/** Loads the page again when the balance changes at the limit: a bet that was still open has paid, and may lift it. */
export function useLimitReload(restriction: Restriction | null | undefined): void {
	const { points } = useDisplayedBalance();
	const reload = useReload();
	const before = useRef(points);
	const isAtLimit = restriction?.kind === "limit";
	useEffect(() => {
		if (isAtLimit && before.current !== points) reload();
		before.current = points;
	}, [isAtLimit, points, reload]);
}

/** Whether the player has a reminder of the play time that is not dismissed. For the games under the lobby. */
export function useReminderDue(): boolean {
	const loaded = useLobby()?.isReminderDue;
	const [isDue, publish] = usePublished(loaded ?? false);
	useStates(loaded === undefined ? undefined : LIMITS_TOPIC, {
		reminder: (reminder) => publish(reminder.isDue),
	});
	return isDue;
}

/**
 * Loads the page again when the player's restriction is another than the loaded one, and at its end. While a game still
 * animates an outcome, it waits, so that the outcome is not revealed.
 * @param isViewer whether the viewer is signed in; a visitor has no limits.
 */
export function useRestrictionEvents(isViewer: boolean, restriction: Restriction | null | undefined): void {
	const reload = useReload();
	const { isHeld } = useDisplayedBalance();
	const [received, setReceived] = useState<{ current: CurrentRestriction }>();
	useStates(isViewer ? RESTRICTION_TOPIC : undefined, {
		current: ({ restriction: current }) => setReceived({ current }),
	});
	useEffect(() => {
		if (!received || isHeld) return;
		setReceived(undefined);
		const { current } = received;
		if (current?.kind !== restriction?.kind || current?.endsAt !== restriction?.endsAt) reload();
	}, [received, isHeld, restriction, reload]);
	useEffect(() => {
		if (!restriction || restriction.kind === "pause") return;
		// A lost stream begins with the current restriction when it is open again.
		const timer = setTimeout(() => isStreamOpen() && reload(), reloadDelay(restriction.msLeft));
		return () => clearTimeout(timer);
	}, [restriction, reload]);
}
