import type { Trx } from "db/database";
import type { Fields } from "~/change-log/admin-changes.server";
import { updateHunt } from "../persistence/hunts.queries.server";
import type { Hunt } from "./hunt";

/** What the change log records about guessing. */
interface Closing {
	before?: Fields;
	after?: Fields;
}

/**
 * Ends guessing for good when the first payout of the hunt is shown; call it in the transaction, before the payout is
 * written. Viewers know the payout from then on, also after it is undone, corrected or removed with its slot.
 * @param at ISO instant.
 * @returns the fields for the change log; none if guessing was closed already.
 */
export async function closeGuessing(trx: Trx, hunt: Hunt, at: string): Promise<Closing> {
	if (hunt.payoutShownAt !== null) return {};
	await updateHunt(trx, hunt.id, { guessing: "closed", payout_shown_at: at });
	return hunt.guessing === "open" ? { before: { guessing: "open" }, after: { guessing: "closed" } } : {};
}
