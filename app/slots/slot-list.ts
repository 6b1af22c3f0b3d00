/** How a visitor wants to see the slots: the parameters of `/slots`, which the dialogs over it keep. */
import { plainText } from "~/lib/plain-text";
import type { Slot } from "./slots.server";

/** The first is the default. */
export const SLOT_SORTS = ["newest", "name"] as const;
const MAX_PARAMETER_LENGTH = 100;

export interface SlotList {
	sort: (typeof SLOT_SORTS)[number];
	/** Any part of a name; empty for no search. */
	search: string;
	/** A provider's whole name; empty for all. */
	provider: string;
}

/** Reads the parameters `q`, `provider` and `sort`. Invalid values are ignored, long ones are cut to 100 characters. */
export function slotListIn(params: URLSearchParams): SlotList {
	const text = (name: string) => (params.get(name) ?? "").trim().slice(0, MAX_PARAMETER_LENGTH);
	return {
		sort: SLOT_SORTS.find((sort) => sort === params.get("sort")) ?? SLOT_SORTS[0],
		search: text("q"),
		provider: text("provider"),
	};
}

/** Returns the query string of a list, such as `?sort=name`; empty for the default one. The same list always has the same one. */
export function slotListQuery({ sort, search, provider }: SlotList): string {
	const params = new URLSearchParams({
		...(search && { q: search }),
		...(provider && { provider }),
		...(sort !== SLOT_SORTS[0] && { sort }),
	});
	return params.size > 0 ? `?${params}` : "";
}

/** The list's part of another query string, such as that of a dialog over the slots. */
export const keptSlotQuery = (query: string): string => slotListQuery(slotListIn(new URLSearchParams(query)));

/** Whether visitors share the page with this query string: without a search and a provider, which may be made up. */
export const isSharedSlotList = (query: string): boolean => query === "" || query === "?sort=name";

/** Filters and sorts slots, which are given newest first. */
export function listSlots<Shown extends Pick<Slot, "name" | "provider">>(
	slots: readonly Shown[],
	{ sort, search, provider }: SlotList,
): Shown[] {
	const wanted = plainText(search);
	const listed = slots.filter(
		(slot) =>
			(provider === "" || slot.provider === provider) &&
			(wanted === "" || plainText(slot.name).includes(wanted)),
	);
	return sort === "name" ? listed.sort((one, other) => compare(one.name, other.name)) : listed;
}

/** Returns the providers of slots, sorted by name. */
export const providersOf = (slots: readonly Pick<Slot, "provider">[]): string[] =>
	[...new Set(slots.map(({ provider }) => provider))].filter((name) => name !== "").sort(compare);

/** Independent of the browser's language, so that server and browser sort alike. */
function compare(one: string, other: string): number {
	const [a, b] = [plainText(one), plainText(other)];
	return a < b ? -1 : a > b ? 1 : 0;
}
