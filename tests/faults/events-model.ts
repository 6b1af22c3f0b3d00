import { beaconOf, roundAfter } from "~/beacon/beacon";
import type { Prize } from "~/events/prizes";
import type { Random } from "../support/random";
import type { Rows } from "../support/site/rows";

/** Within so many ms everything is due that time has brought about. */
const SPREAD_MS = 2000;
const FAR = "2090-01-01";

/** Lets the time pass for which events wait: what is planned is due soon, at different moments. The site must be down. */
export function passTime(rows: Rows, random: Random, userIds: readonly string[]): void {
	const now = new Date().toISOString();
	const soon = () => new Date(Date.now() + random() * SPREAD_MS);
	const due = (kind: string, reference: unknown) =>
		rows.run(
			"update jobs set next_at = ? where kind = ? and reference = ? and next_at > ?",
			...[soon().toISOString(), kind, String(reference), now],
		);
	const hunt_id = rows.add("hunts", { status: "finished", guessing: "closed", finished_at: now });
	for (const user_id of userIds)
		rows.add("hunt_guesses", { hunt_id, user_id, guess: Math.floor(random() * 100), updated_at: now });
	for (const { id } of rows.all(
		"select id from tournaments where state = 'open' and ends_at > ? and title not like 'cancelled%'",
		FAR,
	)) {
		const endsAt = soon().toISOString();
		rows.run("update tournaments set closes_at = ?, ends_at = ? where id = ?", endsAt, endsAt, String(id));
		rows.run(
			"update jobs set next_at = ?, body = ? where kind = 'tournament-end' and reference like ? || ':%'",
			...[endsAt, JSON.stringify({ tournamentId: id, endsAt }), String(id)],
		);
	}
	for (const { id, public_key } of rows.all(
		"select id, public_key from raffles where state = 'open' and closes_at > ? and title not like 'cancelled%'",
		FAR,
	)) {
		const closes = soon();
		const round = roundAfter(beaconOf(String(public_key)), closes);
		const values = [closes.toISOString(), round, String(id)] as const;
		rows.run("update raffles set closes_at = ?, round = ? where id = ?", ...values);
		due("raffle-close", id);
	}
	for (const { kind, reference } of rows.all(
		`select 'raffle-pay' as kind, raffle_id || ':' || place as reference from raffle_places
		join raffles on raffles.id = raffle_id where raffle_places.state = 'drawn' and title not like 'withdrawn%'
		union all select 'prediction', id || ':' || revision from markets
		where state = 'decided' or terms like '%undecided%'`,
	))
		due(String(kind), reference);
}

/** How many jobs are due at a time and have not run. */
export const countDue = (rows: Rows, at = new Date()): number =>
	rows.all("select 1 from jobs where state = 'due' and next_at <= ?", at.toISOString()).length;

/** Whether everything has happened that {@link passTime} has made due. */
export const isSettled = (rows: Rows): boolean => countDue(rows, new Date(Date.now() + 2 * SPREAD_MS)) === 0;

const PAID = `select count(*) as paid from point_entries where reason in ('raffle-payout', 'raffle-refund',
	'tournament-payout', 'tournament-refund', 'prediction-payout', 'prediction-refund')`;

/** The number of prizes, refunds and shares. */
export const countPaid = (rows: Rows): number => Number(rows.one(PAID).paid);

/** Events that are neither over nor cancelled, and jobs that were given up. */
export const findStuck = (rows: Rows): string[] =>
	rows
		.all(`select 'tournament' as kind, title as name from tournaments where state = 'open'
			union all select 'raffle', title from raffles where state in ('open', 'frozen')
			union all select 'place', title || ':' || place from raffle_places join raffles on raffles.id = raffle_id
				where raffle_places.state = 'drawn' and raffles.state = 'drawn'
			union all select 'prediction', terms from markets where state <> 'paid'
			union all select kind, reference from jobs where state = 'dead'`)
		.map(({ kind, name }) => `${kind} ${name}`);

/** Who has won a prize of a tournament or raffle. */
const WINNERS = `
	select 'tournament-payout' as reason, entry.id, user_id, prizes, place as prize from tournament_entries as entry
	join tournaments on tournaments.id = tournament_id where place is not null
	union all select 'raffle-payout', raffle_id || ':' || place, user_id, prize_values, prize from raffle_places
	join raffles on raffles.id = raffle_id where raffle_places.state = 'paid'`;

const POSTED = `
	select reason, reference as id, user_id, delta as points from point_entries
	where reason in ('tournament-payout', 'raffle-payout')
	union all select 'item', 'mug', user_id, quantity from orders`;

/** Tournaments in which a place has several winners, and raffles in which not every prize has one as far as there are viewers. */
const WRONG_PRIZES = `
	with place as (
		select raffle_id, case when state = 'paid' then prize end as paid, case when state = 'passed' then 1 end as passed
		from raffle_places
	),
	drawn as (
		select id, viewers - count(passed) as viewers, count(paid) as paid, count(distinct paid) as prizes
		from raffles left join place on raffle_id = id where state = 'drawn' group by id, viewers
	)
	select id from drawn where prizes <> paid or paid <> case when viewers > 4 then 4 else viewers end
	union all select tournament_id from tournament_entries where place is not null
	group by tournament_id having count(*) <> max(place) or count(distinct place) <> count(*)`;

/** Compares what was paid, entry for entry, with the prizes of tournaments and raffles. The audit compares all else. */
export function faultsOfPrizes(rows: Rows): string[] {
	const open = new Map<string, number>();
	const add = (reason: unknown, id: unknown, user: unknown, points: unknown) => {
		const key = `${reason} ${id} ${user}`;
		open.set(key, (open.get(key) ?? 0) + Number(points));
	};
	const { price } = rows.one("select price from store_items");
	for (const { reason, id, user_id, prizes, prize } of rows.all(WINNERS)) {
		const won: Prize | undefined = JSON.parse(String(prizes))[Number(prize) - 1];
		if (won) add(reason, id, user_id, "itemId" in won ? price : won.points);
		if (won && "itemId" in won) add("item", "mug", user_id, 1);
	}
	for (const { reason, id, user_id, points } of rows.all(POSTED)) add(reason, id, user_id, -Number(points));
	return [
		...[...open].flatMap(([key, points]) => (points === 0 ? [] : [`${key}: ${points} points are missing`])),
		...rows.all(WRONG_PRIZES).map((row) => `prizes: ${JSON.stringify(row)}`),
	];
}
