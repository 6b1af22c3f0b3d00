import { Link } from "@remix-run/react";
import { Crown, Flag, Layers, Scale, Sigma, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { LastHunt } from "../../model/local-hunt.server";
import { HuntChart } from "../hunt-chart";
import { Result } from "../result";
import { DASH } from "../tiles";
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
					<Highlights hunt={hunt} language={language} />
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

function Highlights({ hunt, language }: Pick<Props, "hunt" | "language">) {
	const { t } = useTranslation();
	const { statistics, bestWin, bestMultiplier } = hunt;
	const ratio = (value: number | null) => (value === null ? DASH : formatRatio(value, language));
	return (
		<dl className="grid grid-cols-2 gap-3">
			{bestWin ? (
				<Highlight icon={<Crown />} label={t("huntResult.bestSlot")} note={bestWin.name}>
					{formatEuros(bestWin.amount, language)}
				</Highlight>
			) : null}
			{bestMultiplier ? (
				<Highlight icon={<Zap />} label={t("hunt.bestMultiplier")} note={bestMultiplier.name}>
					{formatRatio(bestMultiplier.ratio, language)}
				</Highlight>
			) : null}
			<Highlight
				icon={<Scale />}
				label={t("hunt.pastHunts.overall")}
				note={t("huntResult.needed", { ratio: ratio(statistics.breakEvenInitial) })}
			>
				{ratio(statistics.overallMultiplier)}
			</Highlight>
			{bestWin ? null : (
				<Highlight icon={<Sigma />} label={t("hunt.pastHunts.average")}>
					{ratio(statistics.averageMultiplier)}
				</Highlight>
			)}
			<Highlight icon={<Layers />} label={t("hunt.pastHunts.opened")}>
				{t("hunt.pastHunts.openedOf", {
					opened: formatPoints(statistics.opened, language),
					total: formatPoints(statistics.total, language),
				})}
			</Highlight>
		</dl>
	);
}

interface HighlightProps {
	icon: ReactNode;
	label: string;
	note?: string;
	children: ReactNode;
}

function Highlight({ icon, label, note, children }: HighlightProps) {
	return (
		<div className="grid min-w-0 content-start gap-0.5 rounded-2xl bg-raised px-4 py-3.5">
			<dt className="flex items-center gap-2 text-sm text-muted [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent-text">
				{icon}
				{label}
			</dt>
			<dd className="min-w-0">
				<span className="font-display text-xl font-extrabold tabular-nums wrap-anywhere sm:text-2xl">
					{children}
				</span>
				{note ? <span className="line-clamp-2 text-sm text-muted wrap-anywhere">{note}</span> : null}
			</dd>
		</div>
	);
}
