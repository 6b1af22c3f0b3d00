import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { findLimits } from "./limits/limits.queries.server";
import { readChoices } from "./players/player-page.server";

/** What a player has set for themselves, for the file of their own data. */
export async function readPlayerChoices(db: Db, userId: string): Promise<Record<string, JsonPart>> {
	const [playerPage, limits] = await Promise.all([readChoices(db, userId), findLimits(db, userId)]);
	return {
		playerPage,
		takingCare: limits && {
			dailyLoss: limits.daily_loss,
			nextDailyLoss: limits.next_daily_loss,
			nextFrom: limits.next_from,
			breakUntil: limits.break_until,
		},
	};
}
