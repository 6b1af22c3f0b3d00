import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { inBatches } from "~/lib/batches.server";
import { findCrashBetsAfter, findPlinkoRoundsAfter } from "./player-rounds.queries.server";

type Row<Find extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Find>>[number];

/**
 * A player's rounds in all games, for the file of their own data. Multipliers and crash points of Crash are
 * in hundredths; no secret seed is among them.
 */
export const readPlayerRounds = (db: Db, userId: string): Record<string, JsonPart> => ({
	plinkoRounds: withSlots(
		inBatches<Row<typeof findPlinkoRoundsAfter>>((last, limit) =>
			findPlinkoRoundsAfter(db, userId, last, limit),
		),
	),
	crashBets: inBatches<Row<typeof findCrashBetsAfter>>((last, limit) =>
		findCrashBetsAfter(db, userId, last, limit),
	),
});

async function* withSlots(batches: AsyncIterable<Row<typeof findPlinkoRoundsAfter>[]>) {
	for await (const rows of batches) {
		yield rows.map((row) => ({ ...row, slots: JSON.parse(row.slots) as number[] }));
	}
}
