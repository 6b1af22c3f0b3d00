/** The filter of the change log; an undefined field does not filter. */
export interface ChangeFilter {
	/** An admin's user id. */
	by: string | undefined;
	/** The kind of change: see `AdminChange`. */
	action: string | undefined;
}

/** A changed field; values are formatted. */
export interface FieldChange {
	name: string;
	/** Undefined when the record did not exist or the field was not logged; null for an empty value. `after` likewise. */
	before: string | null | undefined;
	after: string | null | undefined;
}

/** A change, formatted. */
export interface Change {
	id: number;
	when: string;
	/** The admin's name. */
	by: string;
	/** The action in the reader's language. */
	what: string;
	/** The name of the record at the time; empty without one. */
	subject: string;
	fields: FieldChange[];
}

/** Reads the filter from the query parameters `by` and `action`; values are not validated. */
export function changeFilterIn(search: URLSearchParams): ChangeFilter {
	return { by: search.get("by") || undefined, action: search.get("action") || undefined };
}
