import { account } from "./account";
import { errors } from "./errors";
import { home, lobby } from "./lobby";
import { shell } from "./shell";

/** What every page may need; the rest comes with the pages that do. */
export const base = { account, errors, home, lobby, shell } as const;
