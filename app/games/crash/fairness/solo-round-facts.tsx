import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Fact } from "../../fairness/fact";
import type { CheckableSoloRound } from "./solo-rounds.server";

interface Props {
	/** Undefined if no round was found; an error is shown then. */
	round: CheckableSoloRound | undefined;
	language: Language;
}

/** Shows the public facts of a solo round. */
export function SoloRoundFacts({ round, language }: Props) {
	const { t } = useTranslation();
	if (!round) {
		return (
			<p role="alert" className="field-error">
				{t("crashFairness.solo.notFound")}
			</p>
		);
	}
	const { status, bet, crashPoint, draw } = round;
	return (
		<div className="grid gap-3" data-testid="round-facts">
			<dl className="grid gap-3">
				<Fact label={t("fairness.playedAt")} value={round.playedAt} />
				<Fact
					label={t("crashFairness.solo.bet")}
					value={bet ? formatPoints(bet.stake, language) : t("crashFairness.solo.noBet")}
				/>
				{bet ? <BetFacts bet={bet} isOver={status === "closed"} language={language} /> : null}
				{crashPoint === undefined ? null : (
					<Fact
						label={t("crashFairness.crashPoint")}
						value={formatExactMultiplier(crashPoint, language)}
						testId="crash-point"
					/>
				)}
				{draw ? (
					<>
						<Fact label={t("crashFairness.solo.version")} value={String(draw.version)} />
						<Fact label={t("fairness.clientSeed")} value={draw.clientSeed} />
						<Fact label="Nonce" value={String(draw.nonce)} />
						<Fact label={t("fairness.commitment")} value={draw.commitment} />
						{draw.serverSeed ? <Fact label={t("fairness.serverSeed")} value={draw.serverSeed} /> : null}
					</>
				) : null}
			</dl>
			{status === "open" ? <p className="font-semibold">{t("crashFairness.solo.secret")}</p> : null}
			{status === "voided" ? <p className="font-semibold">{t("crashFairness.solo.refunded")}</p> : null}
			{status !== "open" && draw && !draw.serverSeed ? (
				<p className="font-semibold">{t("crashFairness.solo.notRevealed")}</p>
			) : null}
		</div>
	);
}

function BetFacts({
	bet: { target, multiplier, payout },
	isOver,
	language,
}: {
	bet: NonNullable<CheckableSoloRound["bet"]>;
	isOver: boolean;
	language: Language;
}) {
	const { t } = useTranslation();
	const won =
		multiplier !== null && payout !== null
			? t("crashFairness.solo.won", {
					multiplier: formatExactMultiplier(multiplier, language),
					count: payout,
				})
			: undefined;
	return (
		<>
			<Fact
				label={t("crashFairness.solo.target")}
				value={target === null ? t("crashFairness.solo.noTarget") : formatExactMultiplier(target, language)}
			/>
			{isOver || won ? (
				<Fact label={t("crashFairness.solo.result")} value={won ?? t("crashFairness.solo.lost")} />
			) : null}
		</>
	);
}
