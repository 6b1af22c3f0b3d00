import { ArrowDownToLine } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { costOf } from "../../instant/rules";
import { BetForm } from "../../instant/screen/bet-form";
import { InstantScreen } from "../../instant/screen/instant-screen";
import {
	type InstantGameState,
	type InstantProps,
	useInstantGame,
	useOption,
} from "../../instant/screen/use-instant-game";
import { tierOf } from "../../instant/tiers";
import { useRestriction } from "../../limits/restriction";
import { useSounds } from "../../sound/use-sounds";
import {
	ballWin,
	type LandedBall,
	MAX_BALLS,
	MAX_MULTIPLIER,
	multiplierOf,
	type PlinkoBet,
	payoutOf,
	roundWin,
} from "../plinko";
import { BallsChoice } from "./balls-choice";
import { Board } from "./board/board";
import { PLINKO_SOUNDS } from "./plinko-sounds";
import { Results } from "./results";
import { StageOverlay } from "./stage-overlay";
import { useCelebration } from "./use-celebration";

/** The screen of Plinko. The server decides a round; the board then plays it, and the totals include it at the end. */
export function PlinkoGame(props: InstantProps<PlinkoBet>) {
	const { t } = useTranslation();
	const game = useInstantGame(props);
	const [stake, setStake] = useOption("stake", props);
	const [balls, setBalls] = useOption("balls", props);
	const [typed, setTyped] = useState<string>();
	const isRestricted = useRestriction() !== undefined;
	const most = Math.min(MAX_BALLS, Math.floor(game.limit / stake));
	const choose = (count: number) => {
		setTyped(undefined);
		setBalls(count);
	};
	return (
		<PlinkoRound
			game={game}
			controls={
				<BetForm
					{...props}
					id="plinko"
					game={game}
					bet={{ stake, setBalls: balls }}
					cost={stake * balls}
					onStake={setStake}
					onStep={(step) => {
						const next = balls + step;
						if (step > 0 ? next <= most : next >= 1) choose(next);
					}}
					options={
						<BallsChoice
							{...{ balls, most, typed }}
							locked={game.busy || isRestricted}
							onBalls={choose}
							onTyped={setTyped}
						/>
					}
					fault={typed === undefined ? undefined : t("errors.ballsOutOfRange")}
					texts={{
						action: t("plinko.bet"),
						busyAction: t("plinko.dropping", { count: game.playing?.outcome.length ?? balls }),
						stake: t("plinko.stake"),
						keys: t("plinko.keys"),
						info: (
							<>
								<span>
									{t("plinko.risk")}: <strong className="text-text">{t("plinko.riskHigh")}</strong>
								</span>
								<span>
									{t("plinko.maxWin", {
										points: formatPoints((stake * MAX_MULTIPLIER) / 100, game.page.language),
									})}
								</span>
							</>
						),
					}}
					icon={<ArrowDownToLine aria-hidden="true" className="size-5" />}
				/>
			}
		/>
	);
}

/**
 * The board, and what it has shown of a round: the landed balls are added one by one, with sounds and celebrated wins. They
 * are no state of the whole screen, so that a ball that lands does not render the form again.
 */
function PlinkoRound({ game, controls }: { game: InstantGameState<PlinkoBet>; controls: ReactNode }) {
	const { t } = useTranslation();
	const { page, playing, round, end } = game;
	const { language } = page;
	const [seen, setSeen] = useState<{ id?: string; balls: LandedBall[] }>({ balls: [] });
	const [finishedId, setFinishedId] = useState<string>();
	const play = useSounds(PLINKO_SOUNDS);
	const { win, celebrate } = useCelebration(play);
	useEffect(() => {
		if (playing) play("drop");
	}, [playing, play]);

	const all = round?.outcome.map((slot, ball) => ({ ball, slot })) ?? [];
	const landed = !playing ? all : seen.id === playing.id ? seen.balls : [];
	const shown = { round, landed, settled: !playing };
	// The results of the last round stay listed until the first ball of the next one has landed.
	const listed = useRef(shown);
	if (!playing || landed.length > 0) listed.current = shown;

	function onLand(ball: number, slot: number) {
		if (!playing) return;
		const { id, input } = playing;
		play(`land${tierOf(multiplierOf(slot))}`);
		setSeen((known) => ({ id, balls: [...(known.id === id ? known.balls : []), { ball, slot }] }));
		const size = ballWin(slot);
		if (size) celebrate({ size, multiple: multiplierOf(slot), points: payoutOf(input.stake, slot) });
	}

	function onDone() {
		if (!playing) return;
		end();
		const size = roundWin(playing);
		// One ball at 26x has been celebrated when it landed.
		if (!size || playing.outcome.some((slot) => (ballWin(slot) ?? 0) >= size)) return;
		celebrate({ size, multiple: (100 * playing.payout) / costOf(playing), points: playing.payout });
	}

	return (
		<InstantScreen
			id="plinko"
			game={game}
			label={t("plinko.stage")}
			stageClass={win && `plinko-stage--${win.size}`}
			stage={
				<>
					<Board
						{...{ landed, language, finishedId, onLand, onDone }}
						round={playing}
						onPegHit={() => play("peg")}
					/>
					<StageOverlay {...shown} {...{ language, win }} onFinish={() => setFinishedId(playing?.id)} />
				</>
			}
			controls={controls}
			draws={t("plinko.ballsDropped")}
			results={<Results language={language} {...listed.current} checkable={!game.isDemo} />}
		/>
	);
}
