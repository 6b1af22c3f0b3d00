import { type RawBuilder, sql } from "kysely";

/** The last code point; it sorts after every other character. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * SQL for "`value` begins with `text`" as a range condition, which can use an index on `value`.
 * @param value the expression exactly as in the index.
 */
export const beginsWith = (value: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
	sql`(${value} >= ${text} and ${value} < ${text + LAST_CHARACTER})`;
