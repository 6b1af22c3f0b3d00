import { Link } from "@remix-run/react";
import { Flag } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatEuros } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { LastHunt } from "../../model/local-hunt.server";
import { HuntChart } from "../hunt-chart";
import { HuntNumbers } from "../hunt-numbers";
import { BestSlots } from "../hunt-statistics";
import { Result } from "../result";
import { HuntWinner } from "./hunt-winner";
import { useCelebration } from "./use-celebration";
import "../../model/hunt.css";

interface Props {
	hunt: LastHunt;
	isSignedIn: boolean;
	language: Language;
}

/** The result of the last hunt: profit or loss, best slots, winner and chart. It celebrates with the winner, once. */
export function HuntEnd({ hunt, isSignedIn, language }: Props) {
	const { t } = useTranslation();
	useCelebration(hunt);
	return (
		<section aria-labelledby="hunt-end" className="grid gap-5" data-testid="hunt-end">
			<div className="grid gap-5 lg:grid-cols-[3fr_2fr] [&>*]:min-w-0">
				<div className="panel hunt-end grid content-start gap-6 overflow-hidden p-6 sm:p-8">
					<div className="grid gap-2">
						<p className="badge justify-self-start">
							<Flag aria-hidden="true" className="size-4" />
							{t("huntResult.finished", { day: hunt.day })}
						</p>
						<h2 id="hunt-end" className="text-2xl font-extrabold wrap-anywhere sm:text-3xl">
							{hunt.title}
						</h2>
					</div>
					<HuntOutcome hunt={hunt} language={language} />
					<BestSlots win={hunt.bestWin} multiplier={hunt.bestMultiplier} language={language} />
					<HuntNumbers
						hunt={hunt}
						names={["overall", "needed", "opened"]}
						language={language}
						className="gap-3 sm:grid-cols-3"
					/>
					<p className="flex flex-wrap gap-3">
						<Link to={`/bonus-hunt/past/${hunt.id}`} className="button button-primary px-6">
							{t("huntResult.toPast")}
						</Link>
					</p>
				</div>
				<HuntWinner hunt={hunt} heading="h3" language={language}>
					{isSignedIn ? null : <p className="text-sm text-muted">{t("huntResult.guessNext")}</p>}
				</HuntWinner>
			</div>
			{hunt.chart ? (
				<HuntChart chart={hunt.chart} opened={hunt.statistics.opened} language={language} />
			) : null}
		</section>
	);
}

/** Profit or loss in large type, with what it is made of. */
export function HuntOutcome({ hunt, language }: Pick<Props, "hunt" | "language">) {
	const { t } = useTranslation();
	const { startCost, statistics } = hunt;
	const cents = statistics.won - startCost;
	const outcome = cents > 0 ? "profit" : cents < 0 ? "loss" : "even";
	const euros = (amount: number) => formatEuros(amount / 100, language);
	return (
		<p className="grid gap-1" data-testid="hunt-outcome">
			<span className="text-lg font-semibold text-muted">{t(`huntResult.${outcome}`)}</span>
			<Result
				won={statistics.won}
				startCost={startCost}
				language={language}
				className="font-display text-5xl leading-none font-extrabold wrap-anywhere sm:text-7xl"
			/>
			<span className="pt-1 text-muted tabular-nums">
				{t("huntResult.sum", { won: euros(statistics.won), cost: euros(startCost) })}
			</span>
		</p>
	);
}
