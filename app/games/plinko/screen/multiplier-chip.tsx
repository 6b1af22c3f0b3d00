import { formatMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { tierOf } from "../engine/tiers";

/** A multiplier in its tier's colour. */
export function MultiplierChip({ hundredths, language }: { hundredths: number; language: Language }) {
	return (
		<span className={`plinko-chip plinko-chip-${tierOf(hundredths)}`}>
			{formatMultiplier(hundredths, language)}
		</span>
	);
}
