import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { ConnectionState } from "~/live/connection";
import { useConnection, useTopic } from "~/live/live";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { DemoBanner } from "../../demo-banner";
import { DEMO_WALLET } from "../../wallet";
import { START } from "../engine/curve";
import { withResult } from "../engine/player-results";
import { type RoundView, SOLO_TOPIC } from "../engine/view";
import { StageBanner } from "./banners";
import { BetForm } from "./bet/bet-form";
import { soloOffers } from "./bet/offers";
import { PlayerBetLine } from "./bet/player-bet-line";
import { PlayerResultsList } from "./bet/player-results-list";
import { useAnswers } from "./bet/use-answers";
import { useBetChoice } from "./bet/use-bet-choice";
import { useCrashKeys } from "./bet/use-crash-keys";
import { exitMarks } from "./exits";
import { BetResult } from "./flight/bet-result";
import { FlightStage } from "./flight/flight-stage";
import { IdleStage } from "./flight/idle-stage";
import { useFlight } from "./flight/use-flight";
import { useFlightSounds } from "./flight/use-flight-sounds";
import { Balance, GameLayout } from "./game-layout";
import { History } from "./history";
import type { GameProps, SoloPage } from "./page-data";
import { betIn } from "./player";
import { reduceSolo } from "./solo-state";
import { useSlowAnswer } from "./use-slow-answer";

const ADDRESS = "/mini-games/crash";
const CHECK_AT = "/fairness/crash";

/**
 * The screen of solo Crash, where each player has separate rounds, kept up to date by the {@link SOLO_TOPIC} stream. It
 * opens each next round by a form. A visitor plays with demo points.
 */
export function SoloCrash({ page, fetcher, answer, covered }: GameProps<SoloPage>) {
	const { language, wallet } = page;
	const isDemo = wallet === DEMO_WALLET;
	const hydrated = useHydrated();
	const [game, dispatch] = useReducer(reduceSolo, page, ({ state, results }) => ({
		...state,
		results: withResult(results, state.own.bet),
	}));
	const { round, history, own, results } = game;
	const bet = betIn(round, own);
	const isOpen = bet?.status === "active";
	const marks = useMemo(() => exitMarks({}, bet), [bet]);
	const { flight, signal } = useFlight(round, marks);
	const connection = useConnection();

	useEarlyEffect(() => dispatch(page), [page]);
	useTopic(SOLO_TOPIC, {
		state: (state) => dispatch({ state }),
		tick: ([elapsed, multiplier, interval]) => flight.tick(elapsed, multiplier, interval),
	});

	const { idempotencyKey, message } = useAnswers({
		page,
		fetcher,
		answer,
		lastResult: results[0],
		onAccepted: dispatch,
	});
	useFlightSounds(flight, round, bet, results[0]);
	const { points } = useDisplayedBalance();
	const balance = (isDemo ? own.demoBalance : points) ?? 0;
	const [choice, setChoice] = useBetChoice(page, answer);
	const isLost = connection === "lost" || signal === "silent";
	const isSlow = useSlowAnswer(fetcher) || signal === "slow";
	const locked = hydrated && round !== null && (round.phase !== "waiting" || isOpen);
	useStart({ page, round, connection, fetcher, onOver: useCallback(() => dispatch({ isOver: true }), []) });
	const limit = Math.min(balance, page.maxBet ?? balance);
	useCrashKeys({ disabled: covered, locked, limit, choice, onChoice: setChoice });
	const checkAt = isDemo ? undefined : CHECK_AT;

	return (
		<GameLayout
			isAboard={round?.phase === "flying" && isOpen}
			notes={
				isDemo ? (
					<DemoBanner
						texts="crash"
						path="/mini-games/crash"
						fetcher={fetcher}
						canRefill={balance < choice.stake && !isOpen}
					/>
				) : null
			}
			banner={<StageBanner isLost={isLost} isSlow={isSlow} />}
			bar={<History history={history} phase={round?.phase} language={language} checkAt={checkAt} />}
			controls={
				<>
					<Balance points={balance} isDemo={isDemo} language={language} />
					<BetForm
						fetcher={fetcher}
						action={ADDRESS}
						language={language}
						flight={flight}
						idempotencyKey={idempotencyKey}
						wallet={wallet}
						balance={balance}
						maxBet={page.maxBet}
						bet={bet}
						multiplier={round?.multiplier ?? START}
						offers={soloOffers(round?.phase, bet)}
						choice={choice}
						onChoice={setChoice}
						locked={locked}
						isLost={isLost}
						message={message}
					>
						{bet ? <PlayerBetLine bet={bet} language={language} /> : null}
					</BetForm>
				</>
			}
			stage={
				round ? (
					<FlightStage flight={flight} round={round} marks={marks} language={language}>
						<BetResult bet={bet} language={language} />
					</FlightStage>
				) : (
					<IdleStage fetcher={fetcher} action={ADDRESS} isLost={isLost} />
				)
			}
			aside={<PlayerResultsList results={results} language={language} checkAt={checkAt} />}
		/>
	);
}

/** In ms: how long after the end of a round the next one is opened, and how long that is waited for. */
const AFTER_END_MS = 50;
const ANSWER_MS = 1500;
/** How long a form in progress is waited for. */
const RETRY_MS = 500;

interface Starting {
	page: SoloPage;
	round: RoundView | null;
	connection: ConnectionState;
	fetcher: GameProps<SoloPage>["fetcher"];
	/** Called if no next round has opened. */
	onOver(): void;
}

/** Opens the next round when the last one is over: when the page is loaded, and after each crash. */
function useStart({ page, round, connection, fetcher, onOver }: Starting) {
	const latest = useRef(fetcher);
	const hasGivenUp = useRef(false);
	useEffect(() => {
		latest.current = fetcher;
		if (round) hasGivenUp.current = false;
	});
	/** @returns whether the form was sent. */
	const start = useCallback((): boolean => {
		const { state, submit } = latest.current;
		if (state === "idle") submit({ intent: "start" }, { method: "post", action: ADDRESS });
		return state === "idle";
	}, []);

	const isIdle = round === null;
	// biome-ignore lint/correctness/useExhaustiveDependencies: loaded data start the attempts again
	useEffect(() => {
		if (isIdle && !hasGivenUp.current) start();
	}, [page, isIdle, start]);

	useEffect(() => {
		if (round?.phase !== "crashed" || connection !== "open") return;
		let timer: ReturnType<typeof setTimeout>;
		const giveUp = () => {
			hasGivenUp.current = true;
			onOver();
		};
		const next = () => {
			timer = start() ? setTimeout(giveUp, ANSWER_MS) : setTimeout(next, RETRY_MS);
		};
		timer = setTimeout(next, (round.lasts ?? 0) - round.elapsed + AFTER_END_MS);
		return () => clearTimeout(timer);
	}, [round, connection, start, onOver]);
}
