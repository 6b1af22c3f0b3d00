import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatNet, formatPoints } from "~/i18n/format";
import type { RULES } from "../../rules";
import { type Bet, costOf } from "../rules";
import { Stats } from "./stats";
import type { InstantGameState } from "./use-instant-game";
import "./instant.css";

interface Props<Input extends Bet> {
	id: keyof typeof RULES;
	game: InstantGameState<Input>;
	/** The name of the stage. */
	label: string;
	stageClass?: string | undefined;
	stage: ReactNode;
	controls: ReactNode;
	/** Shown above the totals. */
	side?: ReactNode;
	/** The name of the number of draws. */
	draws: string;
	results: ReactNode;
}

/** The layout of an instant game: the stage with the outcome of the round, the controls, totals and results. */
export function InstantScreen<Input extends Bet>(props: Props<Input>) {
	const { t } = useTranslation();
	const { id, game, stageClass = "" } = props;
	const { page, playing, round } = game;
	const { language } = page;
	const stage = useRef<HTMLElement>(null);
	useEffect(() => {
		// On a phone the bet may have been placed from further down.
		if (playing) stage.current?.scrollIntoView({ block: "nearest" });
	}, [playing]);
	return (
		<div className={`instant-layout ${id}-layout`}>
			<section
				ref={stage}
				className={`instant-stage panel ${stageClass}`}
				aria-label={props.label}
				data-testid="stage"
				data-playing={playing ? "" : undefined}
			>
				<div className="instant-stage__board">{props.stage}</div>
				<p role="status" className="instant-summary" data-testid="round-summary">
					{round && !playing
						? t("instant.summary", {
								payout: formatPoints(round.payout, language),
								net: formatNet(round.payout - costOf(round), language),
							})
						: ""}
				</p>
			</section>
			<div className="instant-controls">{props.controls}</div>
			<div className="instant-side">
				{props.side}
				<Stats language={language} isDemo={game.isDemo} totals={game.totals} draws={props.draws} />
				{props.results}
			</div>
		</div>
	);
}
