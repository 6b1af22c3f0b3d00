import type { Invariant } from "db/audit";

/** Finds the orders of `due` without exactly one entry of `reason`, of the same viewer and points. */
const paidOnce = (reason: string, sign: "-" | "", due: string) => `
	select orders.id as subject, orders.status, total_points, count(point_entries.id) as entries,
		coalesce(sum(${sign}delta), 0) as points
	from orders left join point_entries
		on reason = '${reason}' and reference = orders.id and point_entries.user_id = orders.user_id
	group by orders.id, orders.status, total_points
	having count(point_entries.id) <> case when ${due} then 1 else 0 end
		or coalesce(sum(${sign}delta), 0) <> case when ${due} then total_points else 0 end`;

/** The invariants of the store; each query returns the rows that violate it. */
export const storeInvariants: Invariant[] = [
	{
		name: "every order was paid for once",
		violations: paidOnce("redeem", "-", "true"),
	},
	{
		name: "every cancelled order was refunded once, and no other",
		violations: paidOnce("redeem-refund", "", "orders.status = 'cancelled'"),
	},
	{
		name: "every redeem and refund of the store belongs to an order",
		violations: `
			select point_entries.id as subject, reason, reference from point_entries
			left join orders on orders.id = reference and orders.user_id = point_entries.user_id
			where reason in ('redeem', 'redeem-refund') and orders.id is null`,
	},
	{
		name: "every order is decided by somebody at some time, or by nobody at none",
		violations: `
			select id as subject, status, decided_at, decided_by from orders
			where (status = 'created') <> (decided_at is null) or (status = 'created') <> (decided_by is null)`,
	},
	{
		name: "no stock is under 0, and that of an item with codes is the number of its free ones",
		violations: `
			select store_items.id as subject, stock, count(item_codes.id) as free from store_items
			left join item_codes on item_codes.item_id = store_items.id and order_id is null
			group by store_items.id, stock, has_codes
			having stock < 0 or (has_codes = 1 and stock <> count(item_codes.id))`,
	},
	{
		name: "every code that was given belongs to an order of its item",
		violations: `
			select item_codes.id as subject, item_codes.item_id, order_id from item_codes
			join orders on orders.id = order_id
			where orders.item_id <> item_codes.item_id`,
	},
	{
		name: "every order has one message to the redeem bot",
		violations: `
			select orders.id as subject, count(jobs.id) as messages from orders
			left join jobs on jobs.kind = 'redeem-message' and jobs.reference = orders.id
			group by orders.id having count(jobs.id) <> 1`,
	},
];
