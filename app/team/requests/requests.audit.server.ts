import type { Invariant } from "db/audit";

const OWN = `cast(request.id as text) = reference and request.user_id = entry.user_id`;
const ENTRIES = `reason in ('slot-request-stake', 'slot-request-refund')`;

/** The invariants of requests for slots; each query returns the rows that violate it. */
export const requestInvariants: Invariant[] = [
	{
		name: "every request for a slot was paid once by its viewer, and refunded once unless it waits or was played",
		violations: `
			select request.id as subject, state, price, count(entry.id) as entries, sum(delta) as points
			from slot_requests request left join point_entries entry on ${OWN} and ${ENTRIES}
			group by request.id, state, price
			having count(entry.id) <> case when state in ('waiting', 'played', 'hunt') then 1 else 2 end
				or sum(delta) <> case when state in ('waiting', 'played', 'hunt') then -price else 0 end`,
	},
	{
		name: "every entry of a request for a slot belongs to a request of its viewer",
		violations: `
			select entry.id as subject, reason, reference from point_entries entry
			left join slot_requests request on ${OWN} where ${ENTRIES} and request.id is null`,
	},
];
