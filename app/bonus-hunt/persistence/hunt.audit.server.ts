import type { Invariant } from "db/audit";

/** The invariants of hunts; each query returns the rows that violate it. */
export const huntInvariants: Invariant[] = [
	{
		name: "every hunt's prize was paid once, to its winner, and no other",
		violations: `
			select hunts.id as subject, prize_points, count(point_entries.id) as entries,
				coalesce(sum(delta), 0) as points
			from hunts left join point_entries
				on reason = 'hunt-prize' and reference = hunts.id and point_entries.user_id = prize_user_id
			group by hunts.id, prize_points
			having count(point_entries.id) <> case when prize_points is null then 0 else 1 end
				or coalesce(sum(delta), 0) <> coalesce(prize_points, 0)`,
	},
	{
		name: "every prize of a hunt in the ledger belongs to a finished hunt and its winner",
		violations: `
			select point_entries.id as subject, reference from point_entries
			left join hunts on hunts.id = reference and prize_user_id = user_id and status = 'finished'
			where reason = 'hunt-prize' and hunts.id is null`,
	},
	{
		name: "at most one hunt is open",
		violations: `
			select count(*) as subject from hunts where status = 'open' having count(*) > 1`,
	},
];
