export const ORDER_STATUSES = ["created", "approved", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The decision on a created order; both are final. */
export type Decision = Exclude<OrderStatus, "created">;

/** Rows of the admin's table, and the maximum number of orders that one form can decide. */
export const ORDERS_PER_PAGE = 25;
const MAX_SEARCH_LENGTH = 100;
const ID_SHOWN = 8;

/** The filter of the admin's table of orders. */
export interface OrderFilter {
	/** Undefined for any status. */
	status: OrderStatus | undefined;
	/** A prefix of a user name, an e-mail address or an order's id, or any part of an item's name. */
	search: string;
}

/** Reads `status` and `q` from an address; invalid values are ignored. */
export function orderFilterIn(search: URLSearchParams): OrderFilter {
	return {
		status: ORDER_STATUSES.find((status) => status === search.get("status")),
		search: (search.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
	};
}

/** Returns the address of the table with the filter and page of `search`, without one of its parameters. */
export function ordersAddress(search: string, without?: string): string {
	const params = new URLSearchParams(search);
	if (without) params.delete(without);
	return params.size > 0 ? `/orders?${params}` : "/orders";
}

export const shortId = (id: string): string => id.slice(0, ID_SHOWN);
