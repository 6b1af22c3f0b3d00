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
	type PlinkoRound,
	payoutOf,
	roundWin,
} from "../plinko";
import { BallsChoice } from "./balls-choice";
import { Board } from "./board/board";
import { PLINKO_SOUNDS } from "./plinko-sounds";
import { Results, type ShownDrop } from "./results";
import { StageOverlay } from "./stage-overlay";
import { useCelebration } from "./use-celebration";

/** Balls of all rounds on the board. They are released one after the other, so that the last of them waits for at most 15 s. */
const MAX_FALLING = 100;

/** The screen of Plinko. The server decides a round; the board then plays it, and the totals include it at the end. */
export function PlinkoGame(props: InstantProps<PlinkoBet>) {
	const { t } = useTranslation();
	const game = useInstantGame(props, MAX_FALLING);
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
		<PlinkoStage
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
							locked={isRestricted}
							onBalls={choose}
							onTyped={setTyped}
						/>
					}
					fault={() => (typed === undefined ? undefined : t("errors.ballsOutOfRange"))}
					texts={{
						action: t("plinko.bet"),
						busyAction: t("plinko.dropping", { count: game.draws || balls }),
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
 * The board, and what it has shown of the rounds: the landed balls are added one by one, with sounds and celebrated wins. They
 * are no state of the whole screen, so that a ball that lands does not render the form again.
 */
function PlinkoStage({ game, controls }: { game: InstantGameState<PlinkoBet>; controls: ReactNode }) {
	const { t } = useTranslation();
	const { page, playing, run, end } = game;
	const { language } = page;
	const [seen, setSeen] = useState<Readonly<Record<string, readonly LandedBall[]>>>({});
	const [finishes, setFinishes] = useState(0);
	const play = useSounds(PLINKO_SOUNDS);
	const { win, celebrate } = useCelebration(play);
	const latest = playing.at(-1)?.id;
	useEffect(() => {
		if (latest) play("drop");
	}, [latest, play]);

	const shown: ShownDrop[] = run.map(({ round, isPlaying }) => ({
		round,
		settled: !isPlaying,
		landed: isPlaying ? (seen[round.id] ?? []) : round.outcome.map((slot, ball) => ({ ball, slot })),
	}));
	const landed = shown.flatMap((drop) => drop.landed);
	// The results of the last drops stay listed until the first ball of the next one has landed.
	const listed = useRef(shown);
	if (!latest || landed.length > 0) listed.current = shown;

	function onLand({ id, input }: PlinkoRound, ball: number, slot: number) {
		play(`land${tierOf(multiplierOf(slot))}`);
		setSeen((known) => ({ ...known, [id]: [...(known[id] ?? []), { ball, slot }] }));
		const size = ballWin(slot);
		if (size) celebrate({ size, multiple: multiplierOf(slot), points: payoutOf(input.stake, slot) });
	}

	function onDone(round: PlinkoRound) {
		end(round.id);
		setSeen(({ [round.id]: _, ...others }) => others);
		const size = roundWin(round);
		// One ball at 26x has been celebrated when it landed.
		if (!size || round.outcome.some((slot) => (ballWin(slot) ?? 0) >= size)) return;
		celebrate({ size, multiple: (100 * round.payout) / costOf(round), points: round.payout });
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
						{...{ landed, language, finishes, onLand, onDone }}
						rounds={playing}
						onPegHit={() => play("peg")}
					/>
					<StageOverlay
						{...{ shown, language, win }}
						settled={!latest}
						onFinish={() => setFinishes((count) => count + 1)}
					/>
				</>
			}
			controls={controls}
			draws={t("plinko.ballsDropped")}
			results={<Results language={language} drops={listed.current} checkable={!game.isDemo} />}
		/>
	);
}
