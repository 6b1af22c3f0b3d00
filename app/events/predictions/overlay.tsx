import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { shareText } from "./outcomes";
import type { ShownMarket } from "./predictions-page.server";
import { usePools, useTimeLeft } from "./use-predictions";
import "./overlay.css";

interface Props {
	market: ShownMarket;
	language: Language;
	reload(): void;
}

/** A prediction for a broadcast: question, bars, the time left, then the result. */
export function PredictionOverlay({ market: loaded, language, reload }: Props) {
	const { t } = useTranslation();
	const [market = loaded] = usePools([loaded], false, reload);
	const { question, outcomes, pools, state, result, refund } = market;
	const left = useTimeLeft(market.leftMs, reload);
	const all = pools.reduce((sum, { points }) => sum + points, 0);
	return (
		<main className="dark prediction-overlay" data-testid="prediction-overlay" data-state={state}>
			<div className="prediction-overlay__card">
				<h1 className="prediction-overlay__question">{question}</h1>
				<ul className="prediction-overlay__outcomes">
					{outcomes.map((name, at) => {
						const points = pools[at]?.points ?? 0;
						return (
							<li key={name} data-result={result === at}>
								<span className="min-w-0 truncate">{name}</span>
								<span className="tabular-nums">{shareText(points, all, language)}</span>
								<progress className="progress-bar" max={Math.max(all, 1)} value={points} aria-hidden="true" />
							</li>
						);
					})}
				</ul>
				<p className="flex justify-between gap-6 tabular-nums">
					{state === "open" ? (
						<>
							<span>{t("predictions.closesAt", { time: market.closesAt })}</span>
							<strong data-testid="time-left">{left}</strong>
						</>
					) : refund ? (
						t(`predictions.refunds.${refund}`)
					) : state === "locked" ? (
						t("predictions.states.locked")
					) : (
						`${t("predictions.result")}: ${outcomes[result ?? -1] ?? ""}`
					)}
				</p>
			</div>
		</main>
	);
}
