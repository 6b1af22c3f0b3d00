import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNet } from "~/i18n/format";
import { throwConfetti } from "~/ui/confetti";
import type { RULES } from "../../rules";
import { arpeggio, type SoundSet } from "../../sound/sounds";
import { useSounds } from "../../sound/use-sounds";
import { type Bet, costOf, type Round } from "../rules";
import { BetForm } from "./bet-form";
import { InstantScreen } from "./instant-screen";
import { type InstantProps, useInstantGame } from "./use-instant-game";

interface Props<Input extends Bet> extends InstantProps<Input> {
	id: keyof typeof RULES;
	/** The chosen bet. */
	bet: Input;
	onStake(stake: number): void;
	/** See `useBetKeys`. */
	onStep?(step: 1 | -1): void;
	/** ms in which the stage reveals an outcome. */
	revealMs: number;
	/** @param round the round that is revealed, else the last one. */
	stage(round: Round<Input> | undefined, isPlaying: boolean): ReactNode;
	/** The options of the bet beside the stake. */
	options?: ReactNode;
	/** See `BetForm`. */
	fault?(stake: number): string | undefined;
	/** A round in the list of results. */
	result(round: Round<Input>): ReactNode;
	/** Shown beside the results. */
	side?: ReactNode;
	texts: Record<"action" | "busyAction" | "stake" | "info" | "keys" | "stage" | "draws", string>;
	icon: ReactNode;
}

const SOUNDS: SoundSet<"start" | "win" | "bigWin" | "lose"> = {
	start: { tones: [{ hertz: 180, to: 520, seconds: 0.5, loudness: 0.08, shape: "triangle" }] },
	win: { tones: arpeggio([523, 659, 784], 0.08, { seconds: 0.35, loudness: 0.11 }) },
	bigWin: { tones: arpeggio([392, 523, 659, 784, 1047, 1319], 0.08, { seconds: 0.5, loudness: 0.12 }) },
	lose: { tones: [{ hertz: 240, to: 150, seconds: 0.25, loudness: 0.07 }] },
};
/** Multiples of the stake from which a win is celebrated. */
const BIG_WIN = 5;
const MAX_RESULTS = 20;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The screen of a game with one draw. The server decides a round; the stage then reveals it. */
export function SimpleGame<Input extends Bet>(props: Props<Input>) {
	const { t } = useTranslation();
	const { id, bet, texts, revealMs } = props;
	const game = useInstantGame(props);
	const { page, round, end } = game;
	const [playing] = game.playing;
	const play = useSounds(SOUNDS);
	const [results, setResults] = useState(() => (page.lastRound ? [page.lastRound] : []));
	useEffect(() => {
		if (!playing) return;
		play("start");
		const timer = setTimeout(
			() => {
				const multiple = playing.payout / costOf(playing);
				play(multiple >= BIG_WIN ? "bigWin" : multiple > 1 ? "win" : "lose");
				if (multiple >= BIG_WIN) throwConfetti(multiple);
				setResults((rounds) => [playing, ...rounds].slice(0, MAX_RESULTS));
				end(playing.id);
			},
			isStill() ? 0 : revealMs,
		);
		return () => clearTimeout(timer);
	}, [playing, revealMs, play, end]);
	return (
		<InstantScreen
			id={id}
			game={game}
			label={texts.stage}
			stage={props.stage(round, playing !== undefined)}
			controls={
				<BetForm
					{...props}
					game={game}
					bet={bet as unknown as Record<string, string | number> & { stake: number }}
					texts={{ ...texts, info: <span>{texts.info}</span> }}
				/>
			}
			side={props.side}
			draws={texts.draws}
			results={
				<section aria-labelledby="results" className="panel grid content-start gap-2">
					<h2 id="results" className="text-xl font-bold">
						{t("instant.results")}
					</h2>
					{results.length === 0 ? <p className="text-muted">{t("instant.noResults")}</p> : null}
					<ol className="instant-results grid gap-1 overflow-y-auto">
						{results.map((shown) => (
							<li
								key={shown.id}
								className="flex items-center justify-between gap-3 tabular-nums"
								data-testid="result"
							>
								{game.isDemo ? (
									props.result(shown)
								) : (
									<Link
										to={`/fairness/${id}?round=${shown.id}`}
										className="link"
										aria-label={t("instant.check")}
									>
										{props.result(shown)}
									</Link>
								)}
								<span className="font-bold">{formatNet(shown.payout - costOf(shown), page.language)}</span>
							</li>
						))}
					</ol>
				</section>
			}
		/>
	);
}
