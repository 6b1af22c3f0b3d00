import { CircleCheck, Coins, Flag, Layers, type LucideIcon, Target, TrendingUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Statistics } from "../model/hunt";

/** Replaces a missing value. */
export const DASH = "–";

/** Longer texts are written smaller. */
const MAX_LARGE_LENGTH = 10;

type Format = (value: number, language: Language) => string;

const TILES = [
	["countTotalBonus", formatPoints, Layers],
	["countOpenedBonus", formatPoints, CircleCheck],
	["totalWinAmount", formatEuros, Coins],
	["averageMultiplier", formatRatio, TrendingUp],
	["breakEvenInitial", formatRatio, Flag],
	["breakEvenCurrent", formatRatio, Target],
] as const satisfies readonly (readonly [keyof Statistics, Format, LucideIcon])[];

/** The six tiles of a hunt; a dash replaces a missing value. */
export function HuntTiles({ statistics, language }: { statistics: Statistics; language: Language }) {
	const { t } = useTranslation();
	return (
		<dl className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3" data-testid="tiles">
			{TILES.map(([name, format, Icon]) => {
				const value = statistics[name];
				const text = value === null ? DASH : format(value, language);
				return (
					<div key={name} className="hunt-tile panel" data-tile={name}>
						<dt className="flex items-center gap-2 text-sm text-muted sm:text-base">
							<Icon aria-hidden="true" className="size-4 shrink-0 text-accent-text sm:size-5" />
							{t(`hunt.tiles.${name}`)}
						</dt>
						{/* A new value is a new element, which shows that it has changed. */}
						<dd key={text} className="hunt-tile-value" data-long={text.length > MAX_LARGE_LENGTH}>
							{text}
						</dd>
					</div>
				);
			})}
		</dl>
	);
}
