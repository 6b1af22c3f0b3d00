import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import "./game-layout.css";

interface Props {
	controls: ReactNode;
	/** The row above the stage; below it where the screen is low. */
	bar: ReactNode;
	stage: ReactNode;
	underStage: ReactNode;
	aside: ReactNode;
	/** Notes on the game, such as that of the demo. They come after the form where the screen is small. */
	notes?: ReactNode;
	/** Shown over the stage. */
	banner: ReactNode;
	/** The player's bet is in the flight; when it becomes true, the stage is scrolled into view. */
	isAboard: boolean;
}

/**
 * The stage, the controls and the lists around it: in columns, or on a phone below each other. Stage and main button
 * fit on the first screen.
 */
export function GameLayout({ controls, bar, stage, underStage, aside, notes, banner, isAboard }: Props) {
	const middle = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (isAboard) middle.current?.scrollIntoView({ block: "nearest" });
	}, [isAboard]);
	return (
		<div className="crash-game">
			<div ref={middle} className="crash-game__stage">
				<div className="crash-game__bar">{bar}</div>
				{stage}
				{underStage}
				<div className="crash-game__banner">{banner}</div>
			</div>
			<div className="crash-game__side">
				<div className="crash-game__controls">
					<div className="crash-game__notes">{notes}</div>
					{controls}
				</div>
				<div className="crash-game__aside">{aside}</div>
			</div>
		</div>
	);
}

/** Shows a balance in points, labelled as the player's or as demo points. */
export function Balance({
	points,
	isDemo = false,
	language,
}: {
	points: number;
	isDemo?: boolean;
	language: Language;
}) {
	const { t } = useTranslation();
	return (
		<p className="crash-game__balance panel flex items-baseline justify-between gap-3 py-2">
			<span className="text-muted">{t(isDemo ? "crash.demoBalance" : "crash.balance")}</span>
			<strong className="font-display text-2xl tabular-nums" data-testid="game-balance">
				{formatPoints(points, language)}
			</strong>
		</p>
	);
}
