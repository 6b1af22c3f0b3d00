import { createHash } from "node:crypto";
import type { Invariant } from "db/audit";
import type { Db } from "db/database";
import { findRecords } from "~/records/records.queries.server";
import { checkDraw } from "./draw-file";
import { readDrawFile } from "./raffles-page.server";

/** The invariants of raffles; each query returns the rows that violate it. */
export const raffleInvariants: Invariant[] = [
	{
		name: "every purchase of tickets of a raffle was paid for once, by its viewer",
		violations: `
			select purchase.stake as subject, tickets, coalesce(sum(-delta), 0) as points from (
				select stake, user_id, price, count(*) as tickets from raffle_tickets
				join raffles on raffles.id = raffle_id where stake is not null group by stake, user_id, price
			) purchase
			left join point_entries on reason = 'raffle-stake' and reference = stake
				and point_entries.user_id = purchase.user_id
			group by purchase.stake, tickets, price
			having count(point_entries.id) <> 1 or coalesce(sum(-delta), 0) <> tickets * price`,
	},
	{
		name: "every stake in a raffle has tickets, and no other stake is refunded than that of a cancelled raffle",
		violations: `
			select point_entries.id as subject, reason, reference from point_entries
			where reason in ('raffle-stake', 'raffle-refund') and not exists (
				select 1 from raffle_tickets join raffles on raffles.id = raffle_id
				where stake = reference and raffle_tickets.user_id = point_entries.user_id
					and (reason = 'raffle-stake' or state = 'cancelled'))`,
	},
	{
		name: "every viewer has the tickets that the entry counts, and every cancelled raffle is refunded",
		violations: `
			select entry.raffle_id as subject, entry.user_id, bought, count(ticket.number) as tickets
			from raffle_entries entry left join raffle_tickets ticket
				on ticket.raffle_id = entry.raffle_id and ticket.user_id = entry.user_id
			group by entry.raffle_id, entry.user_id, bought, entry.tickets
			having bought <> count(ticket.stake) or entry.tickets <> count(ticket.number)
			union all
			select ticket.raffle_id, ticket.user_id, 0, ticket.number from raffle_tickets ticket
			join raffles on raffles.id = ticket.raffle_id
			left join point_entries on reason = 'raffle-refund' and point_entries.reference = stake
			left join jobs on kind = 'raffle-refund' and jobs.reference = ticket.raffle_id
			where raffles.state = 'cancelled' and stake is not null and point_entries.id is null and jobs.id is null`,
	},
	{
		name: "every paid place of a raffle was paid once, and no other",
		violations: `
			select place.raffle_id as subject, place, place.state, count(point_entries.id) as entries
			from raffle_places place left join point_entries on point_entries.reason = 'raffle-payout'
				and reference = place.raffle_id || ':' || place and point_entries.user_id = place.user_id
			group by place.raffle_id, place, place.state
			having count(point_entries.id) <> case when place.state = 'paid' then 1 else 0 end`,
	},
	{
		name: "every draw follows from the seed, the round and the list that were published",
		violations: findWrongDraws,
	},
];

async function* findWrongDraws(db: Db) {
	for (const { id, seed, seedHash } of await findRecords(db, { table: "raffles", order: ["id"] })) {
		const hash = createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex");
		if (hash !== seedHash) yield { subject: id, wrong: "seed" };
		const file = await readDrawFile(db, "", id);
		// The signature was verified before the draw.
		for (const [wrong, isGood] of file ? checkDraw(file, () => true) : [])
			if (!isGood) yield { subject: id, wrong };
	}
}
