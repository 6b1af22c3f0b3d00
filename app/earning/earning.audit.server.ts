import type { Invariant } from "db/audit";
import { PLATFORMS } from "./inbox/platform-event";

/** SQL for the name of a row's platform, with which the reasons of its entries end. */
const platformIn = (table: string) =>
	`case ${table}.platform ${Object.entries(PLATFORMS)
		.map(([id, name]) => `when '${id}' then '${name}'`)
		.join(" ")} end`;

/**
 * SQL for the turn in the reference of an entry: the reference without its end, a colon and the user's id. Empty for a
 * shorter reference: PostgreSQL refuses a negative length.
 */
const TURN = `case when length(reference) > length(user_id)
	then substr(reference, 1, length(reference) - length(user_id) - 1) else '' end`;

/** The credits of each turn of watching. */
const TURN_CREDITS = `
	select reason, ${TURN} as turn_reference, sum(delta) as credited
	from point_entries where reason like 'stream-watch:%' and reference not like 'waiting:%'
	group by reason, ${TURN}`;

/** The invariants of what viewers earn; each query returns the rows that violate it. */
export const earningInvariants: Invariant[] = [
	{
		name: "no code has more claims than its maximum, and each counts its claims",
		violations: `
			select claim_codes.id as subject, claims, max_claims, count(code_claims.user_id) as found
			from claim_codes left join code_claims on code_id = claim_codes.id
			group by claim_codes.id, claims, max_claims
			having claims <> count(code_claims.user_id) or claims > coalesce(max_claims, claims)`,
	},
	{
		name: "every claim of a code was credited once",
		violations: `
			select code_id || ':' || code_claims.user_id as subject, code_claims.points, delta
			from code_claims left join point_entries on reason = 'claim-code'
				and reference = code_id || ':' || code_claims.user_id and point_entries.user_id = code_claims.user_id
			where delta is null or delta <> code_claims.points`,
	},
	{
		name: "every credit of a code belongs to a claim",
		violations: `
			select point_entries.id as subject, reference from point_entries
			left join code_claims on reference = code_id || ':' || code_claims.user_id
				and code_claims.user_id = point_entries.user_id
			where reason = 'claim-code' and code_id is null`,
	},
	{
		name: "every daily bonus was credited once",
		violations: `
			select daily_bonuses.user_id || ' ' || day as subject, points, coalesce(delta, 0) as credited
			from daily_bonuses left join point_entries on reason = 'daily-bonus'
				and reference = day || ':' || daily_bonuses.user_id and point_entries.user_id = daily_bonuses.user_id
			where points <> coalesce(delta, 0)`,
	},
	{
		name: "every credit of a daily bonus belongs to a collected bonus",
		violations: `
			select point_entries.id as subject, reference from point_entries
			left join daily_bonuses on reference = day || ':' || daily_bonuses.user_id
				and daily_bonuses.user_id = point_entries.user_id
			where reason = 'daily-bonus' and day is null`,
	},
	{
		name: "what viewers have earned on all days is the sum of their entries",
		violations: `
			select users.id as subject,
				(select coalesce(sum(points), 0) from earned_days where user_id = users.id) as counted,
				(select coalesce(sum(delta), 0) from point_entries where user_id = users.id
					and (reason = 'daily-bonus' or reason like 'stream-%')) as credited
			from users
			where (select coalesce(sum(points), 0) from earned_days where user_id = users.id) <>
				(select coalesce(sum(delta), 0) from point_entries where user_id = users.id
					and (reason = 'daily-bonus' or reason like 'stream-%'))`,
	},
	{
		name: "every handled event has a ledger entry of its points, and no other event has a user",
		violations: `
			select platform_events.id as subject, state, points, coalesce(delta, 0) as credited
			from platform_events left join point_entries
				on reason = 'stream-' || kind || ':' || ${platformIn("platform_events")} and reference = platform_events.user_id || ':' || key
			where coalesce(points, 0) <> coalesce(delta, 0)
				or (state = 'handled') <> (platform_events.user_id is not null)`,
	},
	{
		name: "every event that will be paid has a job, and no other has",
		violations: `
			select platform_events.id as subject, platform_events.state, held_until from platform_events
			left join jobs on jobs.kind = 'platform-event' and jobs.reference = cast(platform_events.id as text)
			where (platform_events.state in ('due', 'held')) <> (jobs.id is not null)
				or (platform_events.state = 'held') <> (held_until is not null)`,
	},
	{
		name: "every credit of an event belongs to a handled event",
		violations: `
			select point_entries.id as subject, reason, reference
			from point_entries left join platform_events on platform_events.user_id = point_entries.user_id
				and reason = 'stream-' || kind || ':' || ${platformIn("platform_events")} and reference = point_entries.user_id || ':' || key
			where reason like 'stream-%' and reason not like 'stream-watch:%' and platform_events.id is null`,
	},
	{
		name: "no event waits for somebody who has signed in",
		violations: `
			select platform_events.id as subject from platform_events
			join platform_people on platform_people.platform = platform_events.platform
				and platform_people.person_id = platform_events.person_id
			where state = 'waiting'`,
	},
	{
		name: "events and points that waited were credited to the user of their account",
		violations: `
			select platform_events.id as subject, platform_events.user_id, platform_people.user_id as owner
			from platform_events join platform_people on platform_people.platform = platform_events.platform
				and platform_people.person_id = platform_events.person_id
			where platform_events.user_id <> platform_people.user_id
			union all
			select waiting_watch.id, waiting_watch.user_id, platform_people.user_id
			from waiting_watch join platform_people on platform_people.platform = waiting_watch.platform
				and platform_people.person_id = waiting_watch.person_id
			where waiting_watch.user_id <> platform_people.user_id`,
	},
	{
		name: "each turn of watching has credited the points of its entries",
		violations: `
			select platform || ':' || stream_id || ':' || turn as subject, points, coalesce(credited, 0) as credited
			from watch_turns left join (${TURN_CREDITS}) as credits
				on reason = 'stream-watch:' || ${platformIn("watch_turns")} and turn_reference = stream_id || ':' || turn
			where points <> coalesce(credited, 0)`,
	},
	{
		name: "every credit of a turn belongs to a stored turn",
		violations: `
			select turn_reference as subject, reason, credited
			from (${TURN_CREDITS}) as credits left join watch_turns
				on reason = 'stream-watch:' || ${platformIn("watch_turns")} and turn_reference = stream_id || ':' || turn
			where stream_id is null`,
	},
	{
		name: "points that waited were credited once, and none wait for somebody who has signed in",
		violations: `
			select waiting_watch.id as subject, credited, coalesce(delta, 0) as found
			from waiting_watch left join point_entries
				on reason = 'stream-watch:' || ${platformIn("waiting_watch")} and reference = 'waiting:' || waiting_watch.id
			left join platform_people on platform_people.platform = waiting_watch.platform
				and platform_people.person_id = waiting_watch.person_id
			where coalesce(credited, 0) <> coalesce(delta, 0)
				or waiting_watch.user_id is null and platform_people.user_id is not null`,
	},
	{
		name: "every credit of points that waited belongs to stored ones",
		violations: `
			select point_entries.id as subject, reference
			from point_entries left join waiting_watch on reference = 'waiting:' || waiting_watch.id
				and waiting_watch.user_id = point_entries.user_id
			where reason like 'stream-watch:%' and reference like 'waiting:%' and waiting_watch.id is null`,
	},
];
