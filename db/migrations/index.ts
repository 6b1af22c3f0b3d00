import type { Migration } from "kysely";
import * as foundation from "./0001-foundation";

/** In order of name; a migration that has landed is never edited. */
export const migrations: Record<string, Migration> = {
	"0001-foundation": foundation,
};
