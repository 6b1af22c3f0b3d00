/** Why a line of an imported file is not right. */
export type LineFault =
	| "nobody"
	| "unknownUser"
	| "ambiguousName"
	| "otherName"
	| "notWhole"
	| "overlong"
	| "twice";

/** What a line of an imported file would do. */
export interface ImportLine {
	line: number;
	/** The user's name; what the line has in its place where there is no such user. */
	username: string;
	before: number | undefined;
	after: number | undefined;
	/** Why nothing, in the reader's language. */
	fault: string | undefined;
}

export interface ImportPreview {
	/** Those that are not right first, then those that change something. */
	lines: ImportLine[];
	faults: number;
	changes: number;
	/** Sum of all changes. */
	total: number;
	/** Stands for every line with the balance it was seen at: another balance has another digest. */
	digest: string;
}
