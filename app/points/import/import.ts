/** Why a line cannot be imported. */
export type LineFault =
	| "nobody"
	| "unknownUser"
	| "ambiguousName"
	| "otherName"
	| "notWhole"
	| "overlong"
	| "twice";

/** The effect of a line. */
export interface ImportLine {
	line: number;
	/** The user's name, or the text of the line when there is no such user. */
	username: string;
	before: number | undefined;
	after: number | undefined;
	/** The fault in the reader's language; undefined without one. */
	fault: string | undefined;
}

export interface ImportPreview {
	/** Lines with faults first, then lines with changes. */
	lines: ImportLine[];
	faults: number;
	changes: number;
	/** Sum of all changes in points. */
	total: number;
	/** Hash of all lines with the users' current balances; it differs when a balance has changed. */
	digest: string;
}
