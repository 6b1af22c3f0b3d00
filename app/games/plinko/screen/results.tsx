import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { costOf, type LandedBall, multiplierOf, payoutOf, type Round } from "../engine/plinko";
import { MultiplierChip } from "./multiplier-chip";

interface Props {
	language: Language;
	/** The round that falls or, at rest, the last one. */
	round: Round | undefined;
	/** Its balls that have landed, the last one last. */
	landed: readonly LandedBall[];
	/** Whether all of them have. */
	settled: boolean;
	/** A demo round is not kept, and so cannot be looked up. */
	checkable: boolean;
}

export function Results({ language, round, landed, settled, checkable }: Props) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby="results" className="panel grid content-start gap-3">
			<h2 id="results" className="text-xl font-bold">
				{t("plinko.results")}
			</h2>
			<p role="status" className="font-semibold empty:hidden" data-testid="round-summary">
				{round && settled
					? t("plinko.summary", {
							count: round.slots.length,
							cost: formatPoints(costOf(round), language),
							payout: formatPoints(round.payout, language),
						})
					: ""}
			</p>
			{!round || landed.length === 0 ? (
				<p className="text-muted">{t("plinko.noResults")}</p>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
				<section className="max-h-80 overflow-y-auto" tabIndex={0} aria-labelledby="results">
					<table className="w-full text-sm tabular-nums">
						<thead className="sticky top-0 bg-surface text-left text-muted">
							<tr>
								<th scope="col" className="py-1 font-semibold">
									{t("plinko.ball")}
								</th>
								<th scope="col" className="py-1 font-semibold">
									{t("plinko.multiplier")}
								</th>
								<th scope="col" className="py-1 text-right font-semibold">
									{t("plinko.win")}
								</th>
							</tr>
						</thead>
						<tbody>
							{landed
								.map(({ ball, slot }) => (
									<tr key={ball} className="border-t border-line" data-testid="ball" data-slot={slot}>
										<td className="py-1.5">{ball + 1}</td>
										<td className="py-1.5">
											<MultiplierChip hundredths={multiplierOf(slot)} language={language} />
										</td>
										<td className="py-1.5 text-right font-bold">
											{formatPoints(payoutOf(round.stake, slot), language)}
										</td>
									</tr>
								))
								.reverse()}
						</tbody>
					</table>
				</section>
			)}
			{round && settled && checkable ? (
				<Link to={`/fairness?round=${round.id}`} className="link justify-self-start text-sm">
					{t("plinko.check")}
				</Link>
			) : null}
		</section>
	);
}

export function Stats({
	language,
	title,
	totals,
}: {
	language: Language;
	title: string;
	totals: { staked: number; won: number; balls: number };
}) {
	const { t } = useTranslation();
	const figures = [
		[t("plinko.totalBets"), totals.staked],
		[t("plinko.totalWinnings"), totals.won],
		[t("plinko.ballsDropped"), totals.balls],
	] as const;
	return (
		<section aria-labelledby="stats" className="panel grid gap-3">
			<h2 id="stats" className="text-xl font-bold">
				{title}
			</h2>
			<dl className="grid gap-2">
				{figures.map(([label, figure]) => (
					<div key={label} className="flex justify-between gap-3">
						<dt className="text-muted">{label}</dt>
						<dd className="font-bold tabular-nums">{formatPoints(figure, language)}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
