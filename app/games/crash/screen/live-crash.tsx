import { Link } from "@remix-run/react";
import { useMemo, useReducer } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import { useConnection, useTopic } from "~/live/live";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { LIVE_TOPIC, liveSwitchOf } from "../engine/view";
import { NoRound, SignInToPlay, StageBanner } from "./banners";
import { BetForm } from "./bet/bet-form";
import { liveOffers } from "./bet/offers";
import { MessageLine, PlayerBetLine, QueuedLine } from "./bet/player-bet-line";
import { PlayerResultsList } from "./bet/player-results-list";
import { useAnswers } from "./bet/use-answers";
import { useBetChoice } from "./bet/use-bet-choice";
import { useCrashKeys } from "./bet/use-crash-keys";
import { exitMarks } from "./exits";
import { BetResult } from "./flight/bet-result";
import { FlightStage } from "./flight/flight-stage";
import { useFlight } from "./flight/use-flight";
import { useFlightSounds } from "./flight/use-flight-sounds";
import { Balance, GameLayout } from "./game-layout";
import { History } from "./history";
import { initialLiveGame, type LiveEvent, reduceLive } from "./live-state";
import type { GameProps, LivePage } from "./page-data";
import { betIn } from "./player";
import { LiveHeader, Players } from "./players";
import { useReloaded } from "./use-reloaded";
import { useSlowAnswer } from "./use-slow-answer";

const ADDRESS = "/mini-games/live-crash";
const CHECK_AT = "/fairness/live-crash";

/**
 * The screen of live Crash: one round for all players, kept up to date by the {@link LIVE_TOPIC} stream. A visitor
 * (`page.balance` undefined) watches and cannot bet.
 */
export function LiveCrash({ page, fetcher, answer, covered }: GameProps<LivePage>) {
	const { t } = useTranslation();
	const { language, wallet } = page;
	const hydrated = useHydrated();
	const [game, dispatch] = useReducer(reduceLive, page, initialLiveGame);
	const { state, own, results, exits } = game;
	const { round } = state;
	const bet = betIn(round, own);
	const isOpen = bet?.status === "active";
	const marks = useMemo(() => exitMarks({ bets: state.bets, exits }, bet), [state.bets, exits, bet]);
	const { flight, signal } = useFlight(round, marks);
	const connection = useConnection();

	const { idempotencyKey, message, showMessage } = useAnswers({
		page,
		fetcher,
		answer,
		lastResult: results[0],
		onAccepted: (accepted) => dispatch({ type: "answer", answer: accepted }),
	});

	const streamIsAhead = useReloaded({
		page,
		own,
		connection,
		onPage: ({ state, own, results }, isBehind) => dispatch({ type: "page", state, own, results, isBehind }),
	});
	useTopic(LIVE_TOPIC, {
		state(next) {
			streamIsAhead();
			dispatch({ type: "state", state: next });
		},
		phase: (next) => next && dispatch({ type: "phase", round: next }),
		bets: (changes: Omit<Extract<LiveEvent, { type: "bets" }>, "type">) =>
			dispatch({ type: "bets", ...changes }),
		own: (next) => dispatch({ type: "own", own: next }),
		tick: ([elapsed, multiplier, interval]) => flight.tick(elapsed, multiplier, interval),
		message({ code, values }) {
			if (code === "queuedBetPlaced") showMessage({ text: t("crash.queuedBetPlaced"), tone: "good" });
			else if (code === "queuedBetDropped") showMessage({ text: t("crash.queuedBetDropped"), tone: "bad" });
			else showMessage({ text: t(`errors.${code}` as "errors.offline", values), tone: "bad" });
		},
	});

	useFlightSounds(flight, round, bet, results[0]);
	const { points } = useDisplayedBalance();
	const isVisitor = page.balance === undefined;
	const balance = points ?? page.balance ?? 0;
	const [choice, setChoice] = useBetChoice(page, answer);
	const isLost = connection === "lost" || signal === "silent";
	const isSlow = useSlowAnswer(fetcher) || signal === "slow";
	const locked = hydrated && ((round?.phase === "waiting" && isOpen) || own.queued !== null);
	const limit = Math.min(balance, page.maxBet ?? balance);
	useCrashKeys({ disabled: covered || isVisitor || !round, locked, limit, choice, onChoice: setChoice });

	const controls = isVisitor ? (
		<SignInToPlay />
	) : (
		<>
			<Balance points={balance} language={language} />
			{round ? (
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
					multiplier={round.multiplier}
					offers={liveOffers(round.phase, bet, { queued: own.queued, active: state.active })}
					choice={choice}
					onChoice={setChoice}
					locked={locked}
					isLost={isLost}
					message={message}
				>
					{bet ? <PlayerBetLine bet={bet} language={language} /> : null}
					{own.queued ? <QueuedLine queued={own.queued} language={language} /> : null}
				</BetForm>
			) : (
				<MessageLine message={message} />
			)}
		</>
	);

	return (
		<GameLayout
			isAboard={round?.phase === "flying" && isOpen}
			banner={<StageBanner isLost={isLost} isSlow={isSlow} isStopping={liveSwitchOf(state).stopping} />}
			controls={controls}
			bar={<History history={state.history} phase={round?.phase} language={language} checkAt={CHECK_AT} />}
			stage={
				round ? (
					<FlightStage flight={flight} round={round} marks={marks} language={language}>
						<BetResult bet={bet} language={language} />
					</FlightStage>
				) : (
					<NoRound isActive={state.active} />
				)
			}
			aside={
				<>
					{round ? <LiveHeader totals={state.totals} best={state.best} language={language} /> : null}
					<Players bets={state.bets} own={bet} totals={state.totals} language={language} />
					<div className="grid content-start gap-4">
						{isVisitor ? null : (
							<PlayerResultsList results={results} language={language} checkAt={CHECK_AT} />
						)}
						<Link to={CHECK_AT} className="link inline-flex min-h-11 items-center justify-self-start">
							{t("crash.checkAll")}
						</Link>
					</div>
				</>
			}
		/>
	);
}
