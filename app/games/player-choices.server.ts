import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { findPause } from "~/points/ledger/pauses.queries.server";
import { findLiveName } from "./crash/persistence/live-names.queries.server";
import { findLimits } from "./limits/limits.queries.server";
import { readChoices } from "./players/player-page.server";
import { findShares } from "./sharing/shared-rounds.queries.server";

/**
 * The player's page settings, name in live Crash, shared rounds, play limits and an admin's pause, for the download of their own data.
 * `takingCare` is undefined if no limit was ever set.
 */
export async function readPlayerChoices(db: Db, userId: string): Promise<Record<string, JsonPart>> {
	const [playerPage, liveCrashName, sharedRounds, limits, pause] = await Promise.all([
		readChoices(db, userId),
		findLiveName(db, userId),
		findShares(db, userId),
		findLimits(db, userId),
		findPause(db, userId),
	]);
	return {
		playerPage,
		liveCrashName: liveCrashName ?? null,
		sharedRounds,
		takingCare: limits && {
			dailyLoss: limits.daily_loss,
			nextDailyLoss: limits.next_daily_loss,
			nextFrom: limits.next_from,
			breakUntil: limits.break_until,
		},
		pause: pause ?? null,
	};
}
