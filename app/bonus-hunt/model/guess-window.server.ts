import type { Trx } from "db/database";
import { findBonuses, updateHunt } from "../persistence/hunts.queries.server";
import { hasEndedGuessing } from "../persistence/steps.queries.server";
import type { Step } from "./change-open-hunt.server";
import type { Hunt } from "./hunt";

/** The parts of a step that record the end of guessing. */
type Closing = Pick<Step, "before" | "after" | "endedGuessing">;

/** For a step that leaves guessing as it is. */
export const NOT_CLOSING: Closing = {};

/**
 * Ends guessing when the first slot of the hunt is opened; call it in the transaction, before the slot is written.
 * Guesses become easier with each opened slot. Guessing ends automatically once per hunt; an admin who opens it again
 * also has to end it.
 * @returns what the step must record; {@link NOT_CLOSING} if guessing did not end.
 */
export async function closeGuessing(trx: Trx, hunt: Hunt): Promise<Closing> {
	if (hunt.guessing === "closed") return NOT_CLOSING;
	if ((await findBonuses(trx, hunt.id)).some(({ payout }) => payout !== null)) return NOT_CLOSING;
	if (await hasEndedGuessing(trx, hunt.id)) return NOT_CLOSING;
	await updateHunt(trx, hunt.id, { guessing: "closed" });
	return { endedGuessing: "open", before: { guessing: "open" }, after: { guessing: "closed" } };
}
