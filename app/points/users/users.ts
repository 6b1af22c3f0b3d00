export const USERS_PER_PAGE = 25;

/** The sort orders of the table; the first is the default. */
export const SORTS = ["points-desc", "points", "name", "name-desc"] as const;
export type Sort = (typeof SORTS)[number];

/** Names in one list. */
export const MAX_NAMES = 500;
/** Characters of a reason. */
export const MAX_NOTE_LENGTH = 200;

/**
 * Why a name of a list is given nothing. `tooFew`: the balance would be negative; `tooMany`: it would be too large;
 * `own`: it is the moderator's own name.
 */
export type GivingFault = "unknown" | "ambiguous" | "tooFew" | "tooMany" | "own";

/** Returns the address of the table with some parameters changed; an undefined value removes the parameter. */
export function tableAddress(search: URLSearchParams, changes: Record<string, string | undefined>): string {
	const changed = new URLSearchParams(search);
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) changed.delete(name);
		else changed.set(name, value);
	}
	return changed.size > 0 ? `/user-points?${changed}` : "/user-points";
}
