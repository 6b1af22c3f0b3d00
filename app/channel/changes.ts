/** The filter of the change log: by admin, by action, or none. */
export interface ChangeFilter {
	/** An admin's user id. */
	by: string | undefined;
	/** Such as `slot.edit`. */
	action: string | undefined;
}

/** A changed field; values are formatted. */
export interface FieldChange {
	name: string;
	/** Undefined where the record does not exist; null for an empty value. */
	before: string | null | undefined;
	after: string | null | undefined;
}

/** A change, formatted. */
export interface Change {
	id: number;
	when: string;
	by: string;
	what: string;
	/** The name of the record at the time; empty without one. */
	subject: string;
	fields: FieldChange[];
}

export function changeFilterIn(search: URLSearchParams): ChangeFilter {
	return { by: search.get("by") || undefined, action: search.get("action") || undefined };
}
