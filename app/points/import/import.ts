/**
 * Why a line is left out. `nobody`: neither id nor name; `unknownUser`: nobody here has the id; `ambiguousName`: several
 * users have the name; `otherName`: the user of the id has another name; `notWhole`: not whole points in the allowed range;
 * `overlong`: more fields than columns; `twice`: an earlier line is about the same person; `changed`: since the preview the
 * balance has changed, or the unknown person has signed in.
 */
export const FAULTS = [
	...["nobody", "unknownUser", "ambiguousName", "otherName", "notWhole", "overlong", "twice"],
	"changed",
] as const;

/** The lines of an import by what becomes of them, in the order of the page. */
export const GROUPS = {
	/** `ready` to be set, and then `done`. */
	changes: ["ready", "done"],
	/**
	 * Nobody here has the name: `unknown` until the import starts, then `waiting` for a first sign-in or `left` out. After the
	 * sign-in the points are `credited`; a later import that waits for the same person makes them `replaced`.
	 */
	unknown: ["unknown", "waiting", "credited", "replaced", "left"],
	faults: FAULTS,
	same: ["same"],
} as const;

export type Group = keyof typeof GROUPS;
export type LineFault = (typeof FAULTS)[number];
export type LineState = (typeof GROUPS)[Group][number];

/** The reference of a line's ledger entry, which is unique: no line is credited twice. */
export const referenceOf = ({ import_id, line }: { import_id: string; line: number }): string =>
	`import:${import_id}:${line}`;

export const GROUP_NAMES = Object.keys(GROUPS) as Group[];
