import type { Invariant } from "db/audit";

/** SQL for the entry of a line: see `referenceOf`. */
const ENTRY = `point_entries on reason = 'admin-adjustment' and reference = 'import:' || import_id || ':' || line`;

/** The invariants of imports; each query returns the rows that violate it. */
export const importInvariants: Invariant[] = [
	{
		name: "every imported line was credited once, with what it says, and no other line was",
		violations: `
			select import_id || ':' || line as subject, state, point_import_lines.points, coalesce(delta, 0) as credited
			from point_import_lines left join ${ENTRY}
				and point_entries.user_id = point_import_lines.user_id
			where coalesce(delta, 0) <> case state
				when 'done' then point_import_lines.points - before
				when 'credited' then point_import_lines.points else 0 end`,
	},
	{
		name: "points of one import at most wait for each person",
		violations: `
			select max(name) as subject, count(*) as lines from point_import_lines where state = 'waiting'
			group by platform, person_id, case person_id when '' then name else '' end
			having count(*) > 1
			union all
			select name as subject, count(*) as lines from point_import_lines where state = 'waiting'
			group by name having count(*) > 1 and min(person_id) = ''`,
	},
	{
		name: "every note of an admin belongs to an adjustment of its user",
		violations: `
			select point_notes.reference as subject from point_notes
			left join point_entries on point_entries.reason = 'admin-adjustment'
				and point_entries.reference = point_notes.reference and point_entries.user_id = point_notes.user_id
			where point_entries.id is null`,
	},
];
