import { DICE } from "./dice/dice";
import type { InstantRules } from "./instant/rules";
import { PLINKO } from "./plinko/plinko";
import { WHEEL } from "./wheel/wheel";

/** The rules of the instant games by the id of their cards, for the verifier in the browser. */
export const RULES = { plinko: PLINKO, dice: DICE, wheel: WHEEL } satisfies Record<string, InstantRules>;
