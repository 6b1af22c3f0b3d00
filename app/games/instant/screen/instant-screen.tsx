import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatNet, formatPoints } from "~/i18n/format";
import type { RULES } from "../../rules";
import { type Bet, costOf, type Round } from "../rules";
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
	const { page, playing, run } = game;
	const { language } = page;
	const stage = useRef<HTMLElement>(null);
	const latest = playing.at(-1)?.id;
	const isAuto = game.auto?.stop !== undefined;
	useEffect(() => {
		// On a phone the bet may have been placed from further down.
		if (latest && !isAuto) stage.current?.scrollIntoView({ block: "nearest" });
	}, [latest, isAuto]);
	const sum = (of: (round: Round<Input>) => number) => run.reduce((all, { round }) => all + of(round), 0);
	const payout = sum((round) => round.payout);
	return (
		<div className={`instant-layout ${id}-layout`}>
			<section
				ref={stage}
				className={`instant-stage panel ${stageClass}`}
				aria-label={props.label}
				data-testid="stage"
				data-playing={latest && ""}
			>
				<div className="instant-stage__board">{props.stage}</div>
				<p role="status" className="instant-summary" data-testid="round-summary">
					{run.length > 0 && !latest
						? t("instant.summary", {
								payout: formatPoints(payout, language),
								net: formatNet(payout - sum(costOf), language),
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
