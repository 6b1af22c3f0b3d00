import type { Fields } from "~/change-log/admin-changes.server";
import { loggedTranslations } from "~/i18n/translations";
import type { Bonus, EditedDetails } from "./hunt";

type LoggedFields = Pick<Bonus, "name" | "provider" | "image" | "bet" | "payout" | "preNote">;

/** The change-log fields of a slot; money in euros. */
export const loggedBonus = ({ name, provider, image, bet, payout, preNote }: LoggedFields): Fields => ({
	name,
	provider,
	image,
	bet: bet / 100,
	payout: payout === null ? null : payout / 100,
	preNote,
});

/** The change-log fields of a hunt; money in euros. */
export const loggedDetails = ({ title, translations, startCost, stopLoss }: EditedDetails): Fields => ({
	title,
	...loggedTranslations(translations),
	startCost: startCost / 100,
	stopLoss: stopLoss / 100,
});
