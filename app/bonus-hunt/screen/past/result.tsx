import { formatEuros } from "~/i18n/format";
import type { Language } from "~/i18n/languages";

interface Props {
	/** Total payout in cents. */
	won: number;
	/** Cents. */
	startCost: number;
	language: Language;
	className?: string;
}

/** The payout minus the cost of a hunt, with its sign. */
export function Result({ won, startCost, language, className = "" }: Props) {
	const cents = won - startCost;
	return (
		<span className={`tabular-nums ${cents >= 0 ? "text-good" : "text-bad"} ${className}`}>
			{cents > 0 ? "+" : ""}
			{formatEuros(cents / 100, language)}
		</span>
	);
}
