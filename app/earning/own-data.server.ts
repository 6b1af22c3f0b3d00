import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { inBatches } from "~/lib/batches.server";
import { findBonusesAfter, findClaimsAfter } from "./own-data.queries.server";

/** Returns a user's claims of codes and daily bonuses, oldest first, for the export of personal data. */
export const readOwnEarnings = (db: Db, userId: string): Record<string, JsonPart> => ({
	claimedCodes: inBatches<Awaited<ReturnType<typeof findClaimsAfter>>[number]>((last, limit) =>
		findClaimsAfter(db, userId, last, limit),
	),
	dailyBonuses: inBatches<Awaited<ReturnType<typeof findBonusesAfter>>[number]>((last, limit) =>
		findBonusesAfter(db, userId, last?.day ?? "", limit),
	),
});
