import type { Language } from "~/i18n/languages";
import { translated, translationsOf } from "~/i18n/translations";

export const ORDER_STATUSES = ["created", "approved", "cancelled"] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The decision on a created order; both are final. */
export type Decision = Exclude<OrderStatus, "created">;

/** Rows of the admin's table, and the maximum number of orders that one form can decide. */
export const ORDERS_PER_PAGE = 25;
/** In characters. */
export const MAX_NOTE_LENGTH = 500;
const MAX_SEARCH_LENGTH = 100;
const ID_SHOWN = 8;

/** The filter of the admin's table of orders. */
export interface OrderFilter {
	/** Undefined for any status. */
	status: OrderStatus | undefined;
	/** A prefix of a user name, an e-mail address or an order's id, or any part of an item's name. */
	search: string;
}

/** Reads `status` and `q` from an address. An invalid status is ignored, a long search is cut to 100 characters. */
export function orderFilterIn(search: URLSearchParams): OrderFilter {
	return {
		status: ORDER_STATUSES.find((status) => status === search.get("status")),
		search: (search.get("q") ?? "").trim().slice(0, MAX_SEARCH_LENGTH),
	};
}

/** The two decisions as forms and addresses name them. */
export const DECISION_OF = { approve: "approved", cancel: "cancelled" } as const satisfies Record<
	string,
	Decision
>;
export type Verb = keyof typeof DECISION_OF;

/** The decision that a dialog asks to confirm. */
export interface Question {
	verb: Verb;
	orderIds: string[];
}

/** Reads the ids of the orders that are chosen in the table, each `chosen` of an address, without duplicates. */
export const chosenIn = (search: URLSearchParams): string[] =>
	[...new Set(search.getAll("chosen"))].slice(0, ORDERS_PER_PAGE);

/**
 * Reads `decide` and its `order` from an address; without `order` the decision is on the chosen ones. Undefined without a
 * valid `decide`.
 */
export function questionIn(search: URLSearchParams): Question | undefined {
	const verb = (["approve", "cancel"] as const).find((one) => one === search.get("decide"));
	const order = search.get("order");
	return verb && { verb, orderIds: order === null ? chosenIn(search) : [order] };
}

/**
 * Returns the address of the table with the filter, page and chosen orders of `search`; with `dialog` also with an order's
 * dialog.
 */
export function ordersAddress(search: string, dialog: { order?: string; decide?: Verb } = {}): string {
	const params = new URLSearchParams(search);
	params.delete("order");
	params.delete("decide");
	for (const [name, value] of Object.entries(dialog)) params.set(name, value);
	return params.size > 0 ? `/orders?${params}` : "/orders";
}

/** The texts of a stored order. */
interface OrderTexts {
	item_name: string;
	question: string | null;
	/** The column. */
	translations: string;
}

/** Returns an order's item and question in a language, as they were when it was placed. */
export const orderTexts = ({ item_name: item, question, translations }: OrderTexts, language: Language) =>
	translated({ item, question, translations: translationsOf<"item" | "question">(translations) }, language);

/** The beginning of an id, 8 characters, for display. */
export const shortId = (id: string): string => id.slice(0, ID_SHOWN);
