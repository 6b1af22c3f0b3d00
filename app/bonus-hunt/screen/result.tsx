import { formatEuros } from "~/i18n/format";
import type { Language } from "~/i18n/languages";

interface ResultProps {
	/** Total payout in cents. */
	won: number;
	/** Cents. */
	startCost: number;
	/** By default a result of at least 0. */
	isGood?: boolean;
	language: Language;
	className?: string;
}

/** The payout minus the cost of a hunt, with its sign. */
export function Result({ won, startCost, isGood = won >= startCost, language, className = "" }: ResultProps) {
	const cents = won - startCost;
	return (
		<span className={`tabular-nums ${isGood ? "text-good" : "text-bad"} ${className}`}>
			{cents > 0 ? "+" : ""}
			{formatEuros(cents / 100, language)}
		</span>
	);
}
