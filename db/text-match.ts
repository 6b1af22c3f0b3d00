import { type RawBuilder, sql } from "kysely";

/** The last code point; it sorts after every other character. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * SQL for "`value` begins with `text`" as a range condition, which can use an index on `value`. Compares characters
 * exactly: case matters, and `text` has no wildcards.
 * @param value the expression exactly as in the index.
 */
export const beginsWith = (value: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
	sql`(${value} >= ${text} and ${value} < ${text + LAST_CHARACTER})`;

/**
 * SQL for "`value` contains `text`". Both must be in lower case; `text` has no wildcards. SQLite reads all values,
 * from an index on them if there is one; an index of trigrams (`pg_trgm`) can serve it in PostgreSQL.
 */
export const contains = (value: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
	sql`(${value} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\')`;
