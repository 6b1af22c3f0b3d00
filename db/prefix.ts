import { type RawBuilder, sql } from "kysely";

/** Sorts behind every other character. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * Whether a text begins with another, as a range that an index on it serves.
 * @param value written exactly as the index has it.
 */
export const beginsWith = (value: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
	sql`(${value} >= ${text} and ${value} < ${text + LAST_CHARACTER})`;
