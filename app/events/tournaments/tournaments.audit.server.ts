import type { Invariant } from "db/audit";

/** The sum of the entries of a reason with the id of an entry of a tournament as their reference, of its user. */
const posted = (reason: string) => `(
	select coalesce(sum(delta), 0) from point_entries
	where reason = 'tournament-${reason}' and reference = entry.id and point_entries.user_id = entry.user_id
)`;

/** The invariants of tournaments; each query returns the rows that violate it. */
export const tournamentInvariants: Invariant[] = [
	{
		name: "every entry of a tournament was paid for, and refunded if the tournament was cancelled, and no other",
		violations: `
			select entry.id as subject, entry.fee, ${posted("stake")} as stake, ${posted("refund")} as refund
			from tournament_entries as entry join tournaments on tournaments.id = tournament_id
			where ${posted("stake")} <> -entry.fee
				or ${posted("refund")} <> case when state = 'cancelled' then entry.fee else 0 end`,
	},
	{
		name: "every prize of a tournament was paid, of a tournament that has ended, and no other",
		violations: `
			select entry.id as subject, place, prize, ${posted("payout")} as payout
			from tournament_entries as entry join tournaments on tournaments.id = tournament_id
			where ${posted("payout")} <> coalesce(prize, 0)
				or (place is not null or prize is not null) and state <> 'ended'`,
	},
	{
		name: "every point of a tournament belongs to an entry, or to one that was refunded when its viewer left",
		violations: `
			select point_entries.reference as subject, sum(delta) as points from point_entries
			left join tournament_entries as entry
				on entry.id = point_entries.reference and entry.user_id = point_entries.user_id
			where reason in ('tournament-stake', 'tournament-payout', 'tournament-refund') and entry.id is null
			group by point_entries.reference, point_entries.user_id
			having sum(delta) <> 0 or count(*) <> 2`,
	},
];
