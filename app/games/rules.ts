import type { InstantRules } from "./instant/rules";
import { PLINKO } from "./plinko/engine/rules";

/** The rules of the instant games by the id of their cards, for the verifier in the browser. */
export const RULES = { plinko: PLINKO } satisfies Record<string, InstantRules>;
