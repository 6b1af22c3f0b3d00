import type { Invariant } from "db/audit";

/** The invariants of merges; each query returns the rows that violate it. */
export const mergeInvariants: Invariant[] = [
	{
		name: "every merge is credited once, with what it says",
		violations: `
			select point_merges.id as subject, credited, count(point_entries.id) as entries
			from point_merges
			left join point_entries on point_entries.reference = point_merges.id
				and point_entries.reason = 'merge:' || provider
				and point_entries.user_id = point_merges.user_id
				and point_entries.delta = credited
			group by point_merges.id, credited
			having count(point_entries.id) <> 1`,
	},
	{
		name: "a merge is taken back once if it was undone, and not if it was not",
		violations: `
			select point_merges.id as subject, credited, undone_at, count(point_entries.id) as entries
			from point_merges
			left join point_entries on point_entries.reference = point_merges.id
				and point_entries.reason = 'merge-undone:' || provider
			group by point_merges.id, credited, undone_at
			having count(point_entries.id) <> (case when undone_at is null then 0 else 1 end)
				or coalesce(sum(point_entries.delta), 0) <> (case when undone_at is null then 0 else -credited end)`,
	},
	{
		name: "no merge entry without its merge",
		violations: `
			select point_entries.id as subject, reason, reference
			from point_entries
			left join point_merges on point_merges.id = reference
			where (reason like 'merge:%' or reason like 'merge-undone:%') and point_merges.id is null`,
	},
];
