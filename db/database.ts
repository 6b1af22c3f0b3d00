import type { Kysely, Transaction } from "kysely";
import type { Database } from "./schema";

/** An open database. Reads may run outside a transaction; all writes run in `transact`. */
export type Db = Kysely<Database>;
/** A transaction of `transact`. */
export type Trx = Transaction<Database>;
