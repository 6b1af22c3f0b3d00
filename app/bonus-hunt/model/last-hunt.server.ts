import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { bestOf } from "../outside/shown-hunt";
import { findNewestHunt } from "../persistence/hunts.queries.server";
import type { LastHunt } from "./last-hunt";
import { readPastHunt } from "./past.server";

/** For whom the result is read; for a visitor, without an own guess. */
export interface Audience {
	viewer?: { id: string } | undefined;
	language: Language;
}

/** Reads the result of the newest hunt; undefined while it is open, and before the first hunt. Public. */
export async function readLastHunt(
	{ db, config, now }: Pick<Site, "db" | "config" | "now">,
	{ viewer, language }: Audience,
): Promise<LastHunt | undefined> {
	const newest = await findNewestHunt(db);
	if (newest?.status !== "finished") return undefined;
	// Never as an admin: the result has no guesses of other viewers.
	const reader = viewer && { id: viewer.id, isAdmin: false };
	const hunt = await readPastHunt({ db, config }, newest.id, { viewer: reader, language });
	if (!hunt) return undefined;
	const { slots, admin, ...result } = hunt;
	const { win, multiplier } = bestOf(slots);
	return {
		...result,
		chart: result.chart ?? null,
		winner: result.winner ?? null,
		own: result.own ?? null,
		prize: result.prize ?? null,
		revision: newest.revision,
		finishedForMs: Math.max(0, now().getTime() - Date.parse(newest.finishedAt ?? newest.createdAt)),
		bestWin: win ? { name: win.slotName, amount: win.payout ?? 0 } : null,
		bestMultiplier: multiplier ? { name: multiplier.slotName, ratio: multiplier.multiplier ?? 0 } : null,
	};
}
