import type { Migration } from "kysely";
import * as foundation from "./0001-foundation";
import * as crash from "./0002-crash";
import * as store from "./0003-store";
import * as channel from "./0004-channel";

/** In order of name. A released migration is never edited. */
export const migrations: Record<string, Migration> = {
	"0001-foundation": foundation,
	"0002-crash": crash,
	"0003-store": store,
	"0004-channel": channel,
};
