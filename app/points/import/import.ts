/**
 * Why a line cannot be imported. `nobody`: neither id nor name; `ambiguousName`: several users have the name;
 * `otherName`: the user of the id has another name; `notWhole`: not whole points in the allowed range; `overlong`: more
 * fields than columns; `twice`: an earlier line is about the same user.
 */
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
	/** The current balance; undefined for an unknown user. */
	before: number | undefined;
	/** The balance in the file; undefined when it is not a whole number. */
	after: number | undefined;
	/** The fault in the reader's language; undefined without one. */
	fault: string | undefined;
}

export interface ImportPreview {
	/** Lines with faults first, then lines with changes. */
	lines: ImportLine[];
	/** Number of lines with a fault. */
	faults: number;
	/** Number of lines that change a balance. */
	changes: number;
	/** Sum of all changes in points. */
	total: number;
	/** Hash of all lines with the users' current balances; it differs when a balance has changed. */
	digest: string;
}
