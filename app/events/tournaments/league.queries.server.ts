import type { Db, Trx } from "db/database";
import { sql } from "kysely";
import type { LeagueRule, Score, Tournament } from "./tournament";
import { isKnown } from "./tournaments.queries.server";

/**
 * The scores of a league, in undefined order, without entrants who have no points: points by the rank of each guess among those of
 * the entrants, in the hunts that have finished in the period. The order is that of a hunt: the nearest guess, of equally near ones
 * the earlier. A guess from before the entry does not count.
 */
export async function findLeagueScores(
	db: Db | Trx,
	{ id, startsAt, endsAt }: Pick<Tournament, "id" | "startsAt" | "endsAt">,
	{ points }: LeagueRule,
): Promise<Score[]> {
	const { rows } = await sql<Omit<Score, "score" | "counted"> & { place: number }>`
		with won as materialized (
			select hunts.id, finished_at, (select coalesce(sum(payout), 0) from hunt_slots where hunt_id = hunts.id) as result
			from hunts where status = 'finished' and finished_at >= ${startsAt} and finished_at < ${endsAt}
		),
		ranked as (
			select tournament_entries.id, tournament_entries.user_id, tournament_entries.created_at, finished_at,
				row_number() over (
					partition by won.id order by abs(guess - result), guess.updated_at, guess.user_id
				) as place
			from won join hunt_guesses as guess on guess.hunt_id = won.id
			join tournament_entries on tournament_entries.user_id = guess.user_id and tournament_id = ${id}
			where guess.updated_at >= tournament_entries.created_at and ${isKnown}
		)
		select id as "entryId", user_id as "userId", created_at as "enteredAt", finished_at as "reachedAt", place
		from ranked where place <= ${points.length}`.execute(db);
	const scores = new Map<string, Score>();
	for (const { place, ...row } of rows) {
		const { score = 0, counted = 0, reachedAt = "" } = scores.get(row.entryId) ?? {};
		scores.set(row.entryId, {
			...row,
			score: score + (points[place - 1] ?? 0),
			counted: counted + 1,
			reachedAt: row.reachedAt > reachedAt ? row.reachedAt : reachedAt,
		});
	}
	return [...scores.values()];
}
