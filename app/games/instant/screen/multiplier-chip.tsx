import { formatMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { tierOf } from "../tiers";

/** A multiplier in its tier's colour. */
export function MultiplierChip({ hundredths, language }: { hundredths: number; language: Language }) {
	return (
		<span className={`multiplier-chip tier-${tierOf(hundredths)}`}>
			{formatMultiplier(hundredths, language)}
		</span>
	);
}
