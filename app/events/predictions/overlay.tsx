import { useTranslation } from "react-i18next";
import { TimeLeft } from "~/earning/codes/time-left";
import type { Language } from "~/i18n/languages";
import { Overlay } from "~/ui/overlay/overlay";
import { shareText } from "./outcomes";
import type { ShownMarket } from "./predictions-page.server";

/** A prediction for a broadcast: question, bars, the time left, then the result. */
export function PredictionOverlay({ market, language }: { market: ShownMarket; language: Language }) {
	const { t } = useTranslation();
	const { question, outcomes, pools, state, result, refund } = market;
	const all = pools.reduce((sum, { points }) => sum + points, 0);
	return (
		<Overlay>
			<section className="grid w-[34rem] max-w-full gap-4">
				<h1 className="text-2xl font-extrabold wrap-anywhere">{question}</h1>
				<ul className="grid gap-2">
					{outcomes.map((name, at) => {
						const points = pools[at]?.points ?? 0;
						return (
							<li
								key={name}
								className={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 rounded-lg border-2 px-3 py-1.5 text-lg font-bold ${result === at ? "border-good" : "border-transparent"}`}
							>
								<span className="min-w-0 truncate">{name}</span>
								<span className="tabular-nums">{shareText(points, all, language)}</span>
								<progress
									className="progress-bar col-span-2"
									max={Math.max(all, 1)}
									value={points}
									aria-hidden="true"
								/>
							</li>
						);
					})}
				</ul>
				<p className="flex justify-between gap-6 tabular-nums">
					{state === "open" ? (
						<>
							<span>{t("predictions.closesAt", { time: market.closesAt })}</span>
							<strong>
								<TimeLeft key={market.closesAt} left={market.leftMs} />
							</strong>
						</>
					) : refund ? (
						t(`predictions.refunds.${refund}`)
					) : state === "locked" ? (
						t("predictions.states.locked")
					) : (
						`${t("predictions.result")}: ${outcomes[result ?? -1] ?? ""}`
					)}
				</p>
			</section>
		</Overlay>
	);
}
