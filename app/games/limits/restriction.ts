import { useRevalidator, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useDisplayedBalance } from "~/ui/displayed-balance";

/** Why a player cannot bet in any game: a break, or a daily loss that leaves less than the smallest bet. */
export interface Restriction {
	kind: "break" | "limit";
	/** When it ends, formatted. */
	until: string;
}

/** The player's restriction, which the lobby has loaded; undefined if the player may bet. For the games under the lobby. */
export const useRestriction = (): Restriction | undefined =>
	useRouteLoaderData<{ restriction?: Restriction }>("routes/mini-games")?.restriction;

/** Loads the page again when the balance changes at the limit: a bet that was still open has paid, and may lift it. */
export function useLimitReload(restriction: Restriction | undefined): void {
	const { points } = useDisplayedBalance();
	const { revalidate } = useRevalidator();
	const before = useRef(points);
	const isAtLimit = restriction?.kind === "limit";
	useEffect(() => {
		if (isAtLimit && before.current !== points) revalidate();
		before.current = points;
	}, [isAtLimit, points, revalidate]);
}
