import { formatDecimals, formatNumber } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import type { Promotion } from "./promotions.server";

/** A promotion with its numbers formatted on the server, so that browsers cannot differ. */
export type ShownPromotion = ReturnType<typeof shownPromotion>;

/**
 * Returns a promotion's texts in a language, and formats the minimum deposit in euros and the processing time as `24h`;
 * null stays null. Leaves out the revision.
 */
export function shownPromotion(stored: Promotion, language: Language) {
	const { minDeposit, pat, revision: _, ...promotion } = translated(stored, language);
	return {
		...promotion,
		minDeposit: minDeposit === null ? null : euros(minDeposit, language),
		hours: pat === null ? null : `${formatDecimals(pat, language, 0, 2)}h`,
	};
}

/** Formats euros; whole euros without cents. */
const euros = (amount: number, language: Language): string =>
	formatNumber(amount, language, {
		style: "currency",
		currency: "EUR",
		minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
	});
