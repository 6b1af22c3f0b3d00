import type { Invariant } from "db/audit";

/** The invariants of the ledger; each query returns the rows that violate it. */
export const ledgerInvariants: Invariant[] = [
	{
		name: "every balance is the sum of its entries",
		violations: `
			select user_points.user_id as subject, points, coalesce(sum(delta), 0) as entries
			from user_points left join point_entries on point_entries.user_id = user_points.user_id
			group by user_points.user_id, points
			having points <> coalesce(sum(delta), 0)`,
	},
	{
		name: "no balance is negative",
		violations: "select user_id as subject, points from user_points where points < 0",
	},
	{
		name: "entries are chained: each balance after is the one before plus the delta",
		violations: `
			select id as subject, user_id, delta, balance_after, before from (
				select id, user_id, delta, balance_after,
					coalesce(lag(balance_after) over (partition by user_id order by id), 0) as before
				from point_entries
			) chain
			where balance_after <> before + delta or balance_after < 0`,
	},
	{
		name: "no entry is empty, and no (reason, reference) stands twice",
		violations: `
			select reason || ' ' || reference as subject, count(*) as entries
			from point_entries group by reason, reference
			having count(*) > 1 or min(abs(delta)) = 0`,
	},
	{
		name: "every user has a balance, and one registration entry at most",
		violations: `
			select users.id as subject from users
			left join user_points on user_points.user_id = users.id
			left join point_entries on point_entries.user_id = users.id and reason = 'registration'
			group by users.id, user_points.user_id
			having user_points.user_id is null or count(point_entries.id) > 1`,
	},
];
