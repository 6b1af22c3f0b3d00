import type { Fields } from "~/change-log/admin-changes.server";
import type { Bonus, EditedDetails } from "./hunt";

type Shown = Pick<Bonus, "name" | "provider" | "image" | "bet" | "payout" | "preNote">;

/** A slot as the admins' log shows it, in euros. */
export const loggedBonus = ({ name, provider, image, bet, payout, preNote }: Shown): Fields => ({
	name,
	provider,
	image,
	bet: bet / 100,
	payout: payout === null ? null : payout / 100,
	preNote,
});

/** A hunt as the admins' log shows it, in euros. */
export const loggedDetails = ({ title, startCost, stopLoss }: EditedDetails): Fields => ({
	title,
	startCost: startCost / 100,
	stopLoss: stopLoss / 100,
});
