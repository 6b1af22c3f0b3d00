import type { Db, Trx } from "db/database";
import { sql } from "kysely";
import { isKnown } from "./known-entrants.queries.server";
import type { RaceRule, Score, Tournament } from "./tournament";

/** Entries per statement, so that no statement keeps the database for long. */
const CHUNK = 100;

/** The kinds of rounds of Crash by the ids of their cards. */
const CRASH: Readonly<Record<string, string>> = { crash: "solo", liveCrash: "live" };

const list = (values: readonly string[]) => sql`(${sql.join(values.length > 0 ? values : [""])})`;

/**
 * The scores of a race, in undefined order, without entrants who have not played. Of each entrant and game the statement reads, by
 * index, the first rounds up to the number that counts. A round counts if its stake was taken after the entry and the start and
 * before the end; a bet that was cancelled or refunded does not, and an open bet counts 0 until it is settled.
 */
export async function findRaceScores(
	db: Db | Trx,
	{ id, startsAt, endsAt }: Pick<Tournament, "id" | "startsAt" | "endsAt">,
	{ games, best, rounds, minStake }: RaceRule,
): Promise<Score[]> {
	const instant = games.filter((game) => !(game in CRASH));
	const crash = games.flatMap((game) => CRASH[game] ?? []);
	// One game has no more rounds than count; those of several are numbered together.
	const number =
		games.length > 1 ? sql`row_number() over (partition by id order by at, round_id)` : sql.lit(1);
	const scores: Score[] = [];
	for (let after = ""; ; ) {
		const found = await sql<Score & { counted: number | null }>`
			with entrant as materialized (
				select id, user_id, created_at,
					case when created_at > ${startsAt} then created_at else ${startsAt} end as since
				from tournament_entries
				where tournament_id = ${id} and id > ${after} and ${isKnown} order by id limit ${CHUNK}
			),
			game (id) as (values ${sql.join((instant.length > 0 ? instant : [""]).map((game) => sql`(cast(${game} as text))`))}),
			instant as materialized (
				select entrant.*, game.id as game, coalesce((
					select round.created_at || ' ' || round.id from instant_rounds as round
					where round.user_id = entrant.user_id and round.game = game.id and stake >= ${minStake}
						and round.created_at >= entrant.since and round.created_at < ${endsAt}
					order by round.created_at, round.id limit 1 offset ${rounds - 1}
				), ${endsAt}) as until
				from entrant cross join game
			),
			crash as materialized (
				select entrant.*, coalesce((
					select bet.created_at || ' ' || bet.id from crash_bets as bet
					join crash_rounds as round on round.id = round_id and game in ${list(crash)}
					where bet.user_id = entrant.user_id and amount >= ${minStake}
						and bet.status in ('active', 'cashed_out', 'lost')
						and bet.created_at >= entrant.since and bet.created_at < ${endsAt}
					order by bet.created_at, bet.id limit 1 offset ${rounds - 1}
				), ${endsAt}) as until
				from entrant where ${crash.length > 0 ? 1 : 0} = 1
			),
			played as (
				select instant.id, round.id as round_id, round.created_at as at, payout * 100 / stake as multiplier
				from instant join instant_rounds as round
					on round.user_id = instant.user_id and round.game = instant.game and stake >= ${minStake}
					and round.created_at >= since and round.created_at <= until and round.created_at < ${endsAt}
				where round.created_at || ' ' || round.id <= until
				union all
				select crash.id, bet.id, bet.created_at, coalesce(cash_out_multiplier, 0)
				from crash join crash_bets as bet on bet.user_id = crash.user_id and amount >= ${minStake}
					and bet.status in ('active', 'cashed_out', 'lost')
					and bet.created_at >= since and bet.created_at <= until and bet.created_at < ${endsAt}
				join crash_rounds as round on round.id = round_id and game in ${list(crash)}
				where bet.created_at || ' ' || bet.id <= until
			),
			counting as (select *, ${number} as number from played),
			ordered as (
				select *, row_number() over (partition by id order by multiplier desc, at, round_id) as place
				from counting where number <= ${rounds}
			),
			result as (
				select id, cast(sum(case when place <= ${best} then multiplier end) as bigint) as score,
					max(case when place <= ${best} then at end) as reached, count(*) as counted
				from ordered group by id
			)
			select entrant.id as "entryId", user_id as "userId", created_at as "enteredAt",
				result.score, result.counted, result.reached as "reachedAt"
			from entrant left join result on result.id = entrant.id order by entrant.id`.execute(db);
		const { rows } = found;
		for (const { counted, ...row } of rows) if (counted !== null) scores.push({ ...row, counted });
		if (rows.length < CHUNK) return scores;
		after = rows.at(-1)?.entryId ?? "";
	}
}

/** Whether a bet in Crash that an entrant has placed before an instant is not settled. */
export async function hasOpenBets(trx: Trx, tournamentId: string, before: string): Promise<boolean> {
	const row = await trx
		.selectFrom("crash_bets")
		.innerJoin("tournament_entries", "tournament_entries.user_id", "crash_bets.user_id")
		.select("crash_bets.id")
		.where("tournament_id", "=", tournamentId)
		.where("status", "=", "active")
		.where("crash_bets.created_at", "<", before)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
