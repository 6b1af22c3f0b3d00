import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatNet, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { PlayerBet } from "../../engine/view";
import { celebrate } from "./celebrate";
import { tierOf } from "./tiers";

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
	const points = useRef<HTMLSpanElement>(null);
	// The text that React renders must not change, because the count overwrites it.
	const [text] = useState(() => formatPoints(payout, language));
	useEffect(() => {
		if (!isNew) return;
		celebrate(multiplier);
		return countUp(points.current, payout, language);
	}, [isNew, multiplier, payout, language]);
	return (
		<p
			className={isNew ? "flight-result flight-result--new" : "flight-result"}
			data-status="cashed_out"
			data-tier={tier}
			data-testid="bet-result"
		>
			<span>{t("crash.outAt", { multiplier: formatExactMultiplier(multiplier, language) })}</span>
			<span className="flight-result__points">
				{t("crash.received")} <span ref={points}>{text}</span>{" "}
				<span className="flight-result__net">· {formatNet(payout - bet.stake, language)}</span>
			</span>
		</p>
	);
}

const COUNT_MS = 800;

/** Counts from 0 to the points; under reduced motion it shows them at once. @returns a function that ends it. */
function countUp(element: HTMLElement | null, points: number, language: Language): () => void {
	if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
	const began = performance.now();
	let handle = 0;
	const frame = (now: number) => {
		const part = Math.min(1, Math.max(0, (now - began) / COUNT_MS));
		element.textContent = formatPoints(Math.round(points * (1 - (1 - part) ** 3)), language);
		if (part < 1) handle = requestAnimationFrame(frame);
	};
	frame(began);
	return () => {
		cancelAnimationFrame(handle);
		element.textContent = formatPoints(points, language);
	};
}
