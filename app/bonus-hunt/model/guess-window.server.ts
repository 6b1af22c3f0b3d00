import type { Trx } from "db/database";
import { findBonuses, updateHunt } from "../persistence/hunts.queries.server";
import { hasEndedGuessing } from "../persistence/steps.queries.server";
import type { Step } from "./change-open-hunt.server";
import type { Hunt } from "./hunt";

/** What a step that ends guessing has to say of it. */
type Closing = Pick<Step, "before" | "after"> & { undo: Pick<Step["undo"], "guessing"> };

export const NOT_CLOSING: Closing = { undo: {} };

/**
 * Ends guessing when the hunt's first slot is opened, before that is written: the less is left to open, the
 * easier a guess. It ends by itself once; where an admin lets viewers guess again it is theirs to end.
 */
export async function closeGuessing(trx: Trx, hunt: Hunt): Promise<Closing> {
	if (hunt.guessing === "closed") return NOT_CLOSING;
	if ((await findBonuses(trx, hunt.id)).some(({ payout }) => payout !== null)) return NOT_CLOSING;
	if (await hasEndedGuessing(trx, hunt.id)) return NOT_CLOSING;
	await updateHunt(trx, hunt.id, { guessing: "closed" });
	return { undo: { guessing: "open" }, before: { guessing: "open" }, after: { guessing: "closed" } };
}
