import type { Site } from "~/lib/site";
import { findNames } from "../../lobby/leaders.queries.server";
import { findBestWin } from "../persistence/live.queries.server";
import { readLiveName } from "../persistence/live-names.server";
import { namedPlayerOf } from "./public-player.server";
import type { BestWin } from "./view";

/**
 * Returns a function that returns the biggest win of the given live rounds. Each round is read once, after it has ended. The name of
 * the winner is shown only if it was shown in the round and still is.
 */
export function createBestWins(site: Pick<Site, "db" | "now" | "config">) {
	const { db } = site;
	/** By round id. */
	const wins = new Map<string, Awaited<ReturnType<typeof findBestWin>>>();
	return async (roundIds: readonly string[]): Promise<BestWin | null> => {
		for (const id of wins.keys()) if (!roundIds.includes(id)) wins.delete(id);
		for (const id of roundIds) if (!wins.has(id)) wins.set(id, await findBestWin(db, id));
		const [best] = [...wins.values()]
			.filter((win) => win !== undefined)
			.sort((one, other) => other.win - one.win);
		if (!best) return null;
		return { name: await nameOf(best), multiplier: best.multiplier ?? 0, win: best.win };
	};

	async function nameOf({ userId, shownAs }: NonNullable<Awaited<ReturnType<typeof findBestWin>>>) {
		if (shownAs === "alias" || shownAs === "round") return null;
		if ((await readLiveName(site, db, userId)).shown !== "name") return null;
		const [row] = await findNames(db, [userId]);
		return (row && namedPlayerOf(row)?.name) ?? null;
	}
}
