import type { Db } from "db/database";
import { findNames } from "../../lobby/leaders.queries.server";
import { findBestWin } from "../persistence/live.queries.server";
import { publicPlayerOf } from "./public-player.server";
import type { BestWin } from "./view";

/**
 * Returns a function that returns the biggest win of the given live rounds. Each round is read once, after it has ended. The name of
 * the winner is shown only while the player's page is public.
 */
export function createBestWins(db: Db) {
	/** By round id. */
	const wins = new Map<string, Awaited<ReturnType<typeof findBestWin>>>();
	return async (roundIds: readonly string[]): Promise<BestWin | null> => {
		for (const id of wins.keys()) if (!roundIds.includes(id)) wins.delete(id);
		for (const id of roundIds) if (!wins.has(id)) wins.set(id, await findBestWin(db, id));
		const [best] = [...wins.values()]
			.filter((win) => win !== undefined)
			.sort((one, other) => other.win - one.win);
		if (!best) return null;
		const [row] = await findNames(db, [best.userId]);
		const name = (row && publicPlayerOf(row)?.name) ?? null;
		return { name, multiplier: best.multiplier ?? 0, win: best.win };
	};
}
