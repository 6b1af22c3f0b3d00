import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatNet, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { throwConfetti } from "~/ui/confetti";
import { CountUp } from "~/ui/count-up";
import type { PlayerBet } from "../../engine/view";
import { type Tier, tierOf } from "./tiers";

interface Props {
	/** The player's bet in the shown round. */
	bet: PlayerBet | null;
	language: Language;
}

/**
 * Shows on the stage how the player's bet has ended. A cash-out that happens while the page is open is counted up and
 * celebrated by its multiplier. The message line announces it to screen readers.
 */
export function BetResult({ bet, language }: Props) {
	const first = useRef(`${bet?.id} ${bet?.status}`).current;
	if (bet?.status !== "cashed_out" && bet?.status !== "lost") return null;
	const isNew = `${bet.id} ${bet.status}` !== first;
	return bet.status === "lost" ? (
		<Lost stake={bet.stake} language={language} />
	) : (
		<CashedOut key={bet.id} bet={bet} isNew={isNew} language={language} />
	);
}

function Lost({ stake, language }: { stake: number; language: Language }) {
	const { t } = useTranslation();
	return (
		<p className="flight-result" data-status="lost" data-testid="bet-result">
			<span>
				{t("crash.youLost")} <span className="tabular-nums">{formatNet(-stake, language)}</span>
			</span>
		</p>
	);
}

function CashedOut({ bet, isNew, language }: { bet: PlayerBet; isNew: boolean; language: Language }) {
	const { t } = useTranslation();
	const multiplier = bet.multiplier ?? 0;
	const payout = bet.payout ?? 0;
	const tier = tierOf(multiplier);
	const format = (points: number) => formatPoints(points, language);
	useEffect(() => {
		if (isNew) celebrate(multiplier);
	}, [isNew, multiplier]);
	return (
		<p
			className={isNew ? "flight-result flight-result--new" : "flight-result"}
			data-status="cashed_out"
			data-tier={tier}
			data-testid="bet-result"
		>
			<span>{t("crash.outAt", { multiplier: formatExactMultiplier(multiplier, language) })}</span>
			<span className="flight-result__points">
				{t("crash.received")} {isNew ? <CountUp to={payout}>{format}</CountUp> : format(payout)}{" "}
				<span className="flight-result__net">· {formatNet(payout - bet.stake, language)}</span>
			</span>
		</p>
	);
}

/** How much confetti each tier gets, as the size of a win. Lower tiers have none. */
const SIZES: Partial<Record<Tier, number>> = { 3: 2, 2: 10, 1: 26 };
/** From this multiplier on, in hundredths, a cash-out is celebrated like the biggest win of Plinko. */
const UNFORGETTABLE = 5000;

/** Celebrates a cash-out with confetti by its multiplier, in hundredths. Does nothing under reduced motion. */
function celebrate(multiplier: number): void {
	const size = multiplier >= UNFORGETTABLE ? 100 : SIZES[tierOf(multiplier)];
	if (size !== undefined) throwConfetti(size);
}
