import { FastForward } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatMultiplier, formatNet } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { netOf } from "../plinko";
import type { ShownDrop } from "./results";
import type { Win } from "./use-celebration";
import "./stage.css";
import "./win.css";

interface Props {
	language: Language;
	/** The rounds since the board stood still, else the last one. */
	shown: readonly ShownDrop[];
	/** Whether all balls have landed. */
	settled: boolean;
	/** The win that is celebrated now. */
	win: Win | undefined;
	/** Ends the animation. */
	onFinish(): void;
}

const toneOf = (net: number): string => (net > 0 ? "text-good" : net < 0 ? "text-bad" : "");

/**
 * What lies over the board: the running net of the rounds, the button that ends the animation, and the celebration of wins.
 * All have reserved places, so that nothing moves while a round is played.
 */
export function StageOverlay({ language, shown, settled, win, onFinish }: Props) {
	const { t } = useTranslation();
	const sum = (of: (drop: ShownDrop) => number) => shown.reduce((all, drop) => all + of(drop), 0);
	const net = sum(({ round, landed }) =>
		netOf(
			round.input.stake,
			landed.map(({ slot }) => slot),
		),
	);
	return (
		<>
			{shown.length > 0 ? (
				// The round's result, which is announced, contains the same number.
				<p className="plinko-net" aria-hidden="true">
					<span className="plinko-net__label">
						{shown.length === 1 ? t("plinko.thisRound") : t("plinko.rounds", { count: shown.length })} ·{" "}
						{sum(({ landed }) => landed.length)}/{sum(({ round }) => round.outcome.length)}
					</span>
					<span className={`plinko-net__number ${toneOf(net)}`} data-testid="round-net">
						{formatNet(net, language)}
					</span>
				</p>
			) : null}
			{settled ? null : <FinishButton onFinish={onFinish} />}
			{win ? <Celebration key={win.key} win={win} language={language} /> : null}
		</>
	);
}

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
