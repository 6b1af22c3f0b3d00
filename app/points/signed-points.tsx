import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";

/** Formats a change of a balance in points with its sign: `+`, `−` (U+2212), or `±` for 0. */
export const signedPoints = (delta: number, language: Language): string =>
	`${delta > 0 ? "+" : delta < 0 ? "−" : "±"}${formatPoints(Math.abs(delta), language)}`;

export function SignedPoints({ delta, language }: { delta: number; language: Language }) {
	const tone = delta > 0 ? "text-good" : delta < 0 ? "text-bad" : "text-muted";
	return (
		<span className={`font-bold whitespace-nowrap tabular-nums ${tone}`}>
			{signedPoints(delta, language)}
		</span>
	);
}
