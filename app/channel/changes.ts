/** Which changes are listed: all, or those of one admin or of one kind. */
export interface ChangeFilter {
	/** An admin's user id. */
	by: string | undefined;
	/** Such as `slot.edit`. */
	action: string | undefined;
}

/** A field of what was changed; text as it is shown. */
export interface FieldChange {
	name: string;
	/** Undefined where there was, or is, no such thing; null for an empty one. */
	before: string | null | undefined;
	after: string | null | undefined;
}

/** An admin's change in words. */
export interface Change {
	id: number;
	when: string;
	by: string;
	what: string;
	/** What was changed, as it was called then; empty for what has no name. */
	subject: string;
	fields: FieldChange[];
}

export function changeFilterIn(search: URLSearchParams): ChangeFilter {
	return { by: search.get("by") || undefined, action: search.get("action") || undefined };
}
