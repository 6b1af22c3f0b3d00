import type { Db, Trx } from "db/database";
import { sql } from "kysely";
import type { RaceRule, Score, Tournament } from "./tournament";
import { isKnown } from "./tournaments.queries.server";

type Race = Pick<Tournament, "id" | "startsAt" | "endsAt">;

/** Entries per statement, so that no statement keeps the database for long. */
const CHUNK = 100;

/** The kinds of rounds of Crash by the ids of their cards. */
const CRASH: Readonly<Record<string, string>> = { crash: "solo", liveCrash: "live" };

const list = (values: readonly string[]) => sql.join(values.length > 0 ? values : [""]);

interface Round {
	entryId: string;
	id: string;
	at: string;
	/** Hundredths. */
	multiplier: number;
}

/**
 * The rounds of some entrants that may count: of each entrant and game the first ones, read by index up to the number that counts.
 * @param last the id of the last entry of the chunk after the entry with the id `after`.
 */
async function findRounds(
	db: Db | Trx,
	{ id, startsAt, endsAt }: Race,
	{ games, rounds, minStake }: RaceRule,
	[after, last]: readonly [string, string],
): Promise<Round[]> {
	const instant = games.filter((game) => !(game in CRASH));
	const crash = games.flatMap((game) => CRASH[game] ?? []);
	const isBet = sql`bet.user_id = entrant.user_id and amount >= ${minStake}
		and bet.status in ('active', 'cashed_out', 'lost') and game in (${list(crash)})
		and bet.created_at >= since`;
	const isRound = sql`round.user_id = entrant.user_id and stake >= ${minStake}
		and round.created_at >= since`;
	// Each entrant comes first in a join: without "cross" SQLite may read all rounds of the database. `until` is the only upper bound of
	// the joins, because SQLite uses one for the index.
	const { rows } = await sql<Round>`
		with entrant as materialized (
			select id, user_id, case when created_at > ${startsAt} then created_at else ${startsAt} end as since
			from tournament_entries where tournament_id = ${id} and id > ${after} and id <= ${last}
		),
		game (name) as (select id from (${sql.join(
			(instant.length > 0 ? instant : [""]).map((game) => sql`select cast(${game} as text) as id`),
			sql` union all `,
		)}) as names),
		instant as materialized (
			select entrant.*, name, coalesce((
				select round.created_at || ' ' || round.id from instant_rounds as round
				where ${isRound} and round.game = name and round.created_at < ${endsAt} order by round.created_at, round.id limit 1 offset ${rounds - 1}
			), ${endsAt}) as until
			from entrant cross join game
		),
		crash as materialized (
			select entrant.*, coalesce((
				select bet.created_at || ' ' || bet.id from crash_bets as bet
				join crash_rounds on crash_rounds.id = round_id
				where ${isBet} and bet.created_at < ${endsAt} order by bet.created_at, bet.id limit 1 offset ${rounds - 1}
			), ${endsAt}) as until
			from entrant where ${crash.length} > 0
		)
		select entrant.id as "entryId", round.id, round.created_at as at, payout * 100 / stake as multiplier
		from instant as entrant cross join instant_rounds as round
		where ${isRound} and round.game = name and round.created_at <= until
			and round.created_at || ' ' || round.id <= until
		union all
		select entrant.id, bet.id, bet.created_at, coalesce(cash_out_multiplier, 0)
		from crash as entrant cross join crash_bets as bet cross join crash_rounds
		where ${isBet} and crash_rounds.id = round_id and bet.created_at <= until
			and bet.created_at || ' ' || bet.id <= until`.execute(db);
	return rows;
}

const byTime = (one: Round, other: Round): number =>
	one.at < other.at || (one.at === other.at && one.id < other.id) ? -1 : 1;

/** The sum of the best multipliers among the first rounds that count, and when it was reached; undefined without a round. */
function resultOf(played: readonly Round[], { best, rounds }: RaceRule) {
	const counting = played.toSorted(byTime).slice(0, rounds);
	const top = counting.toSorted((one, other) => other.multiplier - one.multiplier).slice(0, best);
	const score = top.reduce((sum, { multiplier }) => sum + multiplier, 0);
	const reachedAt = top.reduce((latest, { at }) => (at > latest ? at : latest), "");
	return counting.length === 0 ? undefined : { score, reachedAt, counted: counting.length };
}

/**
 * The scores of a race, in undefined order, without entrants who have not played or are erased. A round counts if its stake was taken
 * after the entry and the start and before the end; a bet that was cancelled or refunded does not, and an open bet counts 0 until
 * it is settled.
 */
export async function findRaceScores(db: Db | Trx, race: Race, rule: RaceRule): Promise<Score[]> {
	const scores: Score[] = [];
	for (let after = ""; ; ) {
		const entrants = await db
			.selectFrom("tournament_entries")
			.select(["id as entryId", "user_id as userId", "created_at as enteredAt"])
			.where("tournament_id", "=", race.id)
			.where("id", ">", after)
			.where(isKnown)
			.orderBy("id")
			.limit(CHUNK)
			.execute();
		const last = entrants.at(-1)?.entryId;
		if (last === undefined) return scores;
		const rounds = new Map<string, Round[]>(entrants.map(({ entryId }) => [entryId, []]));
		for (const round of await findRounds(db, race, rule, [after, last]))
			rounds.get(round.entryId)?.push(round);
		for (const entrant of entrants) {
			const result = resultOf(rounds.get(entrant.entryId) ?? [], rule);
			if (result) scores.push({ ...entrant, ...result });
		}
		after = last;
	}
}

/** Whether a bet in Crash that an entrant has placed before an instant is not settled. */
export async function hasOpenBets(db: Db | Trx, tournamentId: string, before: string): Promise<boolean> {
	const row = await db
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
