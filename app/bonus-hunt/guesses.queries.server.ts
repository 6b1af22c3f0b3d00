import type { Db, Trx } from "db/database";

export async function countGuesses(db: Db | Trx, huntId: string): Promise<number> {
	const { guesses } = await db
		.selectFrom("hunt_guesses")
		.select(({ fn }) => fn.countAll<number>().as("guesses"))
		.where("hunt_id", "=", huntId)
		.executeTakeFirstOrThrow();
	return guesses;
}
