import type { SomeMessages } from "../messages";
import { account } from "./account";
import { errors } from "./errors";
import { home } from "./home";
import { shell } from "./shell";

/** What every page may need; the rest comes with the pages that do. */
export const base = { account, errors, home, shell } satisfies SomeMessages;
