import type { Invariant } from "db/audit";

/** The invariants of what viewers earn; each query returns the rows that violate it. */
export const earningInvariants: Invariant[] = [
	{
		name: "no code has more claims than it may, and its number is that of its rows",
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
		name: "every credit of a daily bonus belongs to one",
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
];
