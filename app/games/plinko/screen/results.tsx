import { Link } from "@remix-run/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { formatNet, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { costOf } from "../../instant/rules";
import { MultiplierChip } from "../../instant/screen/multiplier-chip";
import { type LandedBall, multiplierOf, type PlinkoRound, payoutOf } from "../plinko";

/** A round, and what the board has shown of it. */
export interface ShownDrop {
	round: PlinkoRound;
	/** Its balls that have landed, in the order of landing. */
	landed: readonly LandedBall[];
	/** Whether all balls have landed. */
	settled: boolean;
}

interface Props {
	language: Language;
	/** Oldest first. */
	drops: readonly ShownDrop[];
	/** Whether the rounds can be looked up; false for demo rounds, which are not stored. */
	checkable: boolean;
}

/** Rounds in the list; older ones are in the history. */
const MAX_LISTED = 10;

/** Lists the landed balls of each round, last landed first, with a link to its check once all have landed. */
export function Results({ language, drops, checkable }: Props) {
	const { t } = useTranslation();
	const listed = drops.slice(-MAX_LISTED).reverse();
	return (
		<section aria-labelledby="results" className="panel grid content-start gap-2">
			<h2 id="results" className="text-xl font-bold">
				{t("plinko.results")}
			</h2>
			{listed.every(({ landed }) => landed.length === 0) ? (
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
						{listed.map(({ round, landed, settled }) => (
							<tbody key={round.id}>
								<tr className="border-t border-line">
									<th scope="rowgroup" colSpan={3} className="text-left">
										<span className="flex min-h-11 items-center justify-between gap-x-3">
											{settled
												? formatNet(round.payout - costOf(round), language)
												: `${landed.length}/${round.outcome.length}`}
											{settled && checkable ? (
												<Link
													to={`/fairness?round=${round.id}`}
													className="link inline-flex min-h-11 items-center"
												>
													{t("instant.check")}
												</Link>
											) : null}
										</span>
									</th>
								</tr>
								{landed
									.map(({ ball, slot }) => (
										<BallRow
											key={ball}
											ball={ball}
											slot={slot}
											stake={round.input.stake}
											language={language}
										/>
									))
									.reverse()}
							</tbody>
						))}
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
