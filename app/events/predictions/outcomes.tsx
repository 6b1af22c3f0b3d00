import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ShownMarket } from "./predictions-page.server";

interface Props {
	market: ShownMarket;
	language: Language;
	/** The viewer chooses one of them: the index of the chosen one, or none yet. */
	choice?: { checked: number | undefined } | undefined;
}

/** The share of an outcome in the points, such as `53%`; a dash without any points. */
export const shareText = (points: number, all: number, language: Language): string =>
	all === 0 ? "–" : `${formatPoints((100 * points) / all, language)}%`;

/** The outcomes of a prediction, each with a bar of its share of the points. */
export function Outcomes({ market, language, choice }: Props) {
	return (
		<div className="grid gap-3">
			{market.outcomes.map((name, at) => {
				const bar = <Outcome key={name} {...{ market, at, language }} />;
				return choice ? (
					<label key={name} className="flex min-h-11 items-start gap-3">
						<input
							type="radio"
							name="outcome"
							value={at}
							required
							defaultChecked={choice.checked === at}
							className="mt-0.5 size-5 shrink-0 accent-accent"
						/>
						{bar}
					</label>
				) : (
					bar
				);
			})}
		</div>
	);
}

function Outcome({ market, at, language }: Pick<Props, "market" | "language"> & { at: number }) {
	const { t } = useTranslation();
	const { outcomes, pools, result, own } = market;
	const all = pools.reduce((sum, { points }) => sum + points, 0);
	const { points = 0, stakes = 0 } = pools[at] ?? {};
	return (
		<span className="grid min-w-0 grow gap-1">
			<span className="flex items-start justify-between gap-3">
				<span className={`flex min-w-0 items-center gap-2 wrap-anywhere ${result === at ? "font-bold" : ""}`}>
					{result === at ? (
						<CircleCheck aria-label={t("predictions.result")} className="size-5 shrink-0 text-good" />
					) : null}
					{outcomes[at]}
					{own?.outcome === at ? <span className="badge shrink-0">{t("predictions.yours")}</span> : null}
				</span>
				<span className="shrink-0 font-bold tabular-nums">{shareText(points, all, language)}</span>
			</span>
			<progress className="progress-bar" max={Math.max(all, 1)} value={points} aria-hidden="true" />
			<span className="text-sm text-muted tabular-nums">
				{t("predictions.pool", { count: stakes, points: formatPoints(points, language) })}
			</span>
		</span>
	);
}
