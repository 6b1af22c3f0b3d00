import { Trophy } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatExactMultiplier, formatNet } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { throwConfetti } from "~/ui/confetti";
import { nameOf } from "../../engine/alias";
import type { RoundView } from "../../engine/view";
import { tierOf } from "./tiers";

interface Props {
	round: RoundView | null;
	/** Of the player's bet in the round. */
	ownId: string | undefined;
	language: Language;
}

/** Confetti from the tier of 5x on, as a size of a win. */
const CONFETTI = 10;

/** Celebrates the biggest exit of the round after its crash, for all who watch. */
export function TopExit({ round, ownId, language }: Props) {
	const { t } = useTranslation();
	const top = round?.top;
	const isOwn = top?.id === ownId;
	/** Known when the page was opened, or already celebrated. */
	const known = useRef(top?.id);
	const isBig = top !== undefined && tierOf(top.multiplier) <= 2;
	useEffect(() => {
		// The player's own exit was celebrated when it happened.
		if (top && top.id !== known.current && isBig && !isOwn) throwConfetti(CONFETTI);
		known.current = top?.id ?? known.current;
	}, [top, isBig, isOwn]);
	if (!top) return null;
	return (
		<p role="status" className="flight-top" data-testid="top-exit">
			<Trophy aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
			<span className="sr-only">{t("crash.topExit")}</span>
			<bdi className="min-w-0 truncate font-bold">{isOwn ? t("crash.you") : nameOf(top.player, t)}</bdi>
			<span className="tabular-nums">{formatExactMultiplier(top.multiplier, language)}</span>
			<strong className="text-good tabular-nums">{formatNet(top.win, language)}</strong>
		</p>
	);
}
