export const USERS_PER_PAGE = 25;

/** The orders of the table; the first is what it shows unless asked otherwise. */
export const SORTS = ["points-desc", "points", "name", "name-desc"] as const;
export type Sort = (typeof SORTS)[number];

/** A user in the admins' table. */
export interface UserLine {
	id: string;
	username: string;
	email: string | null;
	points: number;
}

/** What an adjustment did. */
export interface Adjustment {
	userId: string;
	username: string;
	before: number;
	after: number;
}

/** The address of the table with some of its parameters changed; an undefined one goes. */
export function tableAddress(search: URLSearchParams, changes: Record<string, string | undefined>): string {
	const changed = new URLSearchParams(search);
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) changed.delete(name);
		else changed.set(name, value);
	}
	return changed.size > 0 ? `/user-points?${changed}` : "/user-points";
}
