import { FastForward } from "lucide-react";
import { forwardRef, type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatMultiplier, formatNet, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { type LandedBall, netOf, type PlinkoRound } from "../engine/plinko";
import type { Win } from "./use-celebration";
import "../../instant/screen/instant.css";
import "./stage.css";
import "./win.css";

interface Props {
	language: Language;
	/** The round that is playing, else the last one. */
	round: PlinkoRound | undefined;
	/** Its balls that have landed. */
	landed: readonly LandedBall[];
	/** Whether all balls have landed. */
	settled: boolean;
	/** The win that is celebrated now. */
	win: Win | undefined;
	/** Ends the animation. */
	onFinish(): void;
	/** The board. */
	children: ReactNode;
}

const toneOf = (net: number): string => (net > 0 ? "text-good" : net < 0 ? "text-bad" : "");

/**
 * The board with the running net of the round, the button that ends the animation, the celebration of wins, and the
 * round's result. All have reserved places, so that nothing moves while a round is played.
 */
export const Stage = forwardRef<HTMLElement, Props>(function Stage(
	{ language, round, landed, settled, win, onFinish, children },
	ref,
) {
	const { t } = useTranslation();
	const slots = landed.map(({ slot }) => slot);
	const net = round ? netOf(round.input.stake, slots) : 0;
	return (
		<section
			ref={ref}
			className={`instant-stage panel ${win ? `plinko-stage--${win.size}` : ""}`}
			aria-label={t("plinko.stage")}
			data-testid="plinko-stage"
		>
			<div className="instant-stage__board">
				{children}
				{round ? (
					// The round's result, which is announced, contains the same number.
					<p className="plinko-net" aria-hidden="true">
						<span className="plinko-net__label">
							{t("plinko.thisRound")} · {landed.length}/{round.outcome.length}
						</span>
						<span className={`plinko-net__number ${toneOf(net)}`} data-testid="round-net">
							{formatNet(net, language)}
						</span>
					</p>
				) : null}
				{settled ? null : <FinishButton onFinish={onFinish} />}
				{win ? <Celebration key={win.key} win={win} language={language} /> : null}
			</div>
			<p role="status" className="instant-summary" data-testid="round-summary">
				{round && settled
					? t("instant.summary", {
							payout: formatPoints(round.payout, language),
							net: formatNet(netOf(round.input.stake, round.outcome), language),
						})
					: ""}
			</p>
		</section>
	);
});

/** Ends the animation. When it goes, the main button of the form gets its focus. */
function FinishButton({ onFinish }: { onFinish(): void }) {
	const { t } = useTranslation();
	const button = useRef<HTMLButtonElement>(null);
	useLayoutEffect(() => {
		const shown = button.current;
		return () => {
			if (document.activeElement === shown)
				document.getElementById("plinko-drop")?.focus({ preventScroll: true });
		};
	}, []);
	return (
		<button
			ref={button}
			type="button"
			onClick={onFinish}
			className="button plinko-finish"
			data-testid="finish"
		>
			<FastForward aria-hidden="true" className="size-4 shrink-0" />
			{t("plinko.finish")}
		</button>
	);
}

/** A win over the board, in letters that grow with it. Decoration: the round's result is announced. */
function Celebration({ win, language }: { win: Win; language: Language }) {
	const { t } = useTranslation();
	return (
		<div
			className={`plinko-win plinko-win--${win.size}`}
			aria-hidden="true"
			data-testid="win"
			data-size={win.size}
		>
			<div className="plinko-win__rays" />
			<p className="plinko-win__text">
				<span className="plinko-win__name">{t(`plinko.wins.${win.size}`)}</span>
				<span className="plinko-win__multiple">
					{formatMultiplier(win.multiple, language).replace("x", "×")}
				</span>
				<span className="plinko-win__points">{t("plinko.winPoints", { count: win.points })}</span>
			</p>
		</div>
	);
}
