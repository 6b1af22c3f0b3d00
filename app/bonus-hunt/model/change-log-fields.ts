import type { Fields } from "~/change-log/admin-changes.server";
import type { Bonus, EditedDetails } from "./hunt";

type Shown = Pick<Bonus, "name" | "provider" | "image" | "bet" | "payout" | "preNote">;

/** The change-log fields of a slot; money in euros. */
export const loggedBonus = ({ name, provider, image, bet, payout, preNote }: Shown): Fields => ({
	name,
	provider,
	image,
	bet: bet / 100,
	payout: payout === null ? null : payout / 100,
	preNote,
});

/** The change-log fields of a hunt; money in euros. */
export const loggedDetails = ({ title, startCost, stopLoss }: EditedDetails): Fields => ({
	title,
	startCost: startCost / 100,
	stopLoss: stopLoss / 100,
});
