/** What admins may allow a moderator to do. Everything else that is closed to viewers is for admins only. */
export const RIGHTS = [
	"orders",
	"hunt",
	"raffles",
	"tournaments",
	"predictions",
	"codes",
	"crash",
	"requests",
	"names",
	"points",
] as const;
export type Right = (typeof RIGHTS)[number];

/** What decides what a person may do. An admin has every right. */
export interface Staff {
	isAdmin: boolean;
	/** Of a moderator; empty for others. */
	rights: readonly Right[];
}

/** Somebody who decides about others. */
export interface Decider extends Staff {
	id: string;
}

/** Whether a person may decide about a part of the site; false for a visitor. */
export const may = (person: Staff | undefined, right: Right): boolean =>
	person !== undefined && (person.isAdmin || person.rights.includes(right));

/**
 * Whether a moderator would decide about something of their own. Admins may: a streamer without a team could not approve an own order
 * otherwise.
 */
export const isOwnOfModerator = (
	{ id, isAdmin }: Pick<Decider, "id" | "isAdmin">,
	ownerId: string,
): boolean => !isAdmin && id === ownerId;

/** Whether a person is an admin or a moderator with any right. */
export const isStaff = (person: Staff | undefined): boolean =>
	person !== undefined && (person.isAdmin || person.rights.length > 0);

/** {@link may} for a page of the team. */
export const mayOpen = (person: Staff | undefined, right: "admin" | "staff" | Right): boolean =>
	right === "admin" ? person?.isAdmin === true : right === "staff" ? isStaff(person) : may(person, right);

/** The rights in a stored JSON list, in the order of {@link RIGHTS}, without those that no longer exist. */
export function rightsIn(stored: string | null): Right[] {
	const names: unknown = JSON.parse(stored ?? "[]");
	return RIGHTS.filter((right) => Array.isArray(names) && names.includes(right));
}

/** Distinguishes people with different rights, for streams that end when the rights change. */
export const rankOf = ({ isAdmin, rights }: Staff): string => (isAdmin ? "admin" : rights.join());
