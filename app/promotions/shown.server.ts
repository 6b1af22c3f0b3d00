import { formatNumber } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Promotion } from "./promotions";

/** A promotion with its numbers formatted on the server, so that browsers cannot differ. */
export type ShownPromotion = ReturnType<typeof shownPromotion>;

export function shownPromotion(
	{ minDeposit, pat, revision: _, ...promotion }: Promotion,
	language: Language,
) {
	return {
		...promotion,
		minDeposit: minDeposit === null ? null : euros(minDeposit, language),
		hours: pat === null ? null : `${formatNumber(pat, language, { maximumFractionDigits: 2 })}h`,
	};
}

/** Formats euros; whole euros without cents. */
const euros = (amount: number, language: Language): string =>
	formatNumber(amount, language, {
		style: "currency",
		currency: "EUR",
		minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
	});
