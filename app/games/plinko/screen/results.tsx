import { Link } from "@remix-run/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { MultiplierChip } from "../../instant/screen/multiplier-chip";
import { type LandedBall, multiplierOf, type PlinkoRound, payoutOf } from "../plinko";

interface Props {
	language: Language;
	/** The round that is playing, else the last one. */
	round: PlinkoRound | undefined;
	/** Its balls that have landed, in the order of landing. */
	landed: readonly LandedBall[];
	/** Whether all balls have landed. */
	settled: boolean;
	/** Whether the round can be looked up; false for a demo round, which is not stored. */
	checkable: boolean;
}

/** Lists the landed balls of a round, last landed first, with a link to its check once all have landed. */
export function Results({ language, round, landed, settled, checkable }: Props) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby="results" className="panel grid content-start gap-2">
			<div className="-mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
				<h2 id="results" className="text-xl font-bold">
					{t("plinko.results")}
				</h2>
				{round && settled && checkable ? (
					<Link to={`/fairness?round=${round.id}`} className="link inline-flex min-h-11 items-center text-sm">
						{t("instant.check")}
					</Link>
				) : null}
			</div>
			{!round || landed.length === 0 ? (
				<p className="text-muted">{t("plinko.noResults")}</p>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
				<div className="instant-results overflow-y-auto" tabIndex={0}>
					<table className="w-full text-sm tabular-nums">
						<thead className="sticky top-0 bg-surface text-left text-muted">
							<tr>
								<th scope="col" className="py-1 font-semibold">
									{t("plinko.ball")}
								</th>
								<th scope="col" className="py-1 font-semibold">
									{t("instant.multiplier")}
								</th>
								<th scope="col" className="py-1 text-right font-semibold">
									{t("instant.received")}
								</th>
							</tr>
						</thead>
						<tbody>
							{landed
								.map(({ ball, slot }) => (
									<BallRow key={ball} ball={ball} slot={slot} stake={round.input.stake} language={language} />
								))
								.reverse()}
						</tbody>
					</table>
				</div>
			)}
		</section>
	);
}

/** Rendered once for each ball, although the list grows with every landing. */
const BallRow = memo(function BallRow({
	ball,
	slot,
	stake,
	language,
}: LandedBall & { stake: number; language: Language }) {
	return (
		<tr className="border-t border-line" data-testid="ball" data-slot={slot}>
			<td className="py-1.5">{ball + 1}</td>
			<td className="py-1.5">
				<MultiplierChip hundredths={multiplierOf(slot)} language={language} />
			</td>
			<td className="py-1.5 text-right font-bold">{formatPoints(payoutOf(stake, slot), language)}</td>
		</tr>
	);
});
