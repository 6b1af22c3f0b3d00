import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { inBatches } from "~/lib/batches.server";
import {
	findBonusesAfter,
	findClaimsAfter,
	findEventsAfter,
	findOwnAccounts,
	findUncreditedAfter,
} from "./own-data.queries.server";

/**
 * Returns a user's claims of codes, daily bonuses, accounts on platforms and events there, oldest first, for the export of
 * personal data.
 */
export const readOwnEarnings = async (db: Db, userId: string): Promise<Record<string, JsonPart>> => ({
	platformAccounts: await findOwnAccounts(db, userId),
	platformEvents: inBatches<Awaited<ReturnType<typeof findEventsAfter>>[number]>((last, limit) =>
		findEventsAfter(db, userId, last?.id ?? 0, limit),
	),
	uncreditedEvents: inBatches<Awaited<ReturnType<typeof findUncreditedAfter>>[number]>((last, limit) =>
		findUncreditedAfter(db, userId, last?.id ?? 0, limit),
	),
	claimedCodes: inBatches<Awaited<ReturnType<typeof findClaimsAfter>>[number]>((last, limit) =>
		findClaimsAfter(db, userId, last, limit),
	),
	dailyBonuses: inBatches<Awaited<ReturnType<typeof findBonusesAfter>>[number]>((last, limit) =>
		findBonusesAfter(db, userId, last?.day ?? "", limit),
	),
});
