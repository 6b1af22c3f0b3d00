import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { HuntStatistics } from "../model/hunt-results";
import { Result } from "./result";
import { DASH } from "./tiles";

interface Props<Name extends string> {
	/** A hunt of the site. Money is cents. */
	hunt: { startCost: number; statistics: HuntStatistics };
	/** What is shown, in this order. */
	names: readonly Name[];
	language: Language;
	className: string;
}

type Name =
	| ("opened" | "cost" | "won" | "result" | "needed" | "overall" | "average" | "bestWin" | "bestMultiplier")
	| ("resultSoFar" | "neededNow");

/** Statistics of a hunt with their labels. Those of an open hunt are `resultSoFar` and `neededNow`. */
export function HuntNumbers({ hunt, names, language, className }: Props<Name>) {
	const { t } = useTranslation();
	const { startCost, statistics } = hunt;
	const { won, target } = statistics;
	const euros = (cents: number | null) => (cents === null ? DASH : formatEuros(cents / 100, language));
	const ratio = (value: number | null) => (value === null ? DASH : formatRatio(value, language));
	const numbers: Record<Name, () => [label: string, value: ReactNode]> = {
		opened: () => [
			t("hunt.pastHunts.opened"),
			t("hunt.pastHunts.openedOf", {
				opened: formatPoints(statistics.opened, language),
				total: formatPoints(statistics.total, language),
			}),
		],
		cost: () => [t("hunt.pastHunts.cost"), euros(startCost)],
		won: () => [t("hunt.pastHunts.won"), euros(won)],
		result: () => [t("hunt.pastHunts.result"), <Result key="" {...{ won, startCost, language }} />],
		resultSoFar: () => [
			t("hunt.pastHunts.resultSoFar"),
			<Result key="" {...{ won, startCost, language }} isGood={won >= target} />,
		],
		needed: () => [t("hunt.pastHunts.needed"), ratio(statistics.breakEvenInitial)],
		neededNow: () => [t("hunt.tiles.breakEvenCurrent"), ratio(statistics.breakEvenCurrent)],
		overall: () => [t("hunt.pastHunts.overall"), ratio(statistics.overallMultiplier)],
		average: () => [t("hunt.pastHunts.average"), ratio(statistics.averageMultiplier)],
		bestWin: () => [t("hunt.pastHunts.bestWin"), euros(statistics.bestWin)],
		bestMultiplier: () => [t("hunt.pastHunts.bestMultiplier"), ratio(statistics.bestMultiplier)],
	};
	return (
		<dl className={`grid grid-cols-2 ${className}`}>
			{names.map((name) => {
				const [label, value] = numbers[name]();
				return (
					<div key={name} className="grid content-start gap-0.5">
						<dt className="text-sm text-muted">{label}</dt>
						<dd className="font-display text-xl font-bold tabular-nums" data-testid={`hunt-${name}`}>
							{value}
						</dd>
						{name === "average" || (name === "overall" && names.includes("average")) ? (
							<dd className="text-sm text-muted">{t(`hunt.pastHunts.${name}Ratio`)}</dd>
						) : null}
					</div>
				);
			})}
		</dl>
	);
}
