export const ORDER_STATUSES = ["created", "approved", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What an admin makes of a created order; both are final. */
export type Decision = Exclude<OrderStatus, "created">;

/** Rows of the admin's table, and so the most that one form can decide. */
export const ORDERS_PER_PAGE = 25;
const MAX_SEARCH_LENGTH = 100;
const ID_SHOWN = 8;

/** What an admin's table of orders is narrowed to. */
export interface OrderFilter {
	/** Undefined for all. */
	status: OrderStatus | undefined;
	/** The beginning of a user name, an e-mail address or an order's id, or any part of an item's name. */
	search: string;
}

/** Reads `status` and `q` from an address; what they cannot be counts as not there. */
export function orderFilterIn(search: URLSearchParams): OrderFilter {
	return {
		status: ORDER_STATUSES.find((status) => status === search.get("status")),
		search: (search.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
	};
}

/** The address of the table as `search` narrows and pages it, without one of its parameters. */
export function ordersAddress(search: string, without?: string): string {
	const params = new URLSearchParams(search);
	if (without) params.delete(without);
	return params.size > 0 ? `/orders?${params}` : "/orders";
}

export const shortId = (id: string): string => id.slice(0, ID_SHOWN);
