import { Link } from "@remix-run/react";
import { useReducer } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import { useConnection, useTopic } from "~/live/live";
import { useShownBalance } from "~/ui/displayed-balance";
import { useRememberedSwitch } from "~/ui/use-remembered-switch";
import { LIVE_TOPIC } from "../engine/view";
import { ConnectionBanner, NoRound, SignInToPlay } from "./banners";
import { BetForm } from "./bet/bet-form";
import { liveOffers } from "./bet/offers";
import { MessageLine, PlayerBetLine, QueuedLine } from "./bet/player-bet-line";
import { PlayerResultsList } from "./bet/player-results-list";
import { useAnswers } from "./bet/use-answers";
import { useBetChoice } from "./bet/use-bet-choice";
import { useCrashKeys } from "./bet/use-crash-keys";
import { FlightStage } from "./flight/flight-stage";
import { SoundSwitch } from "./flight/sound-switch";
import { useFlight } from "./flight/use-flight";
import { useFlightSounds } from "./flight/use-flight-sounds";
import { Balance, GameLayout } from "./game-layout";
import { History } from "./history";
import { initialLiveGame, type LiveEvent, reduceLive } from "./live-state";
import type { GameProps, LivePage } from "./page-data";
import { LiveHeader, Players } from "./players";
import { useReloaded } from "./use-reloaded";

const ADDRESS = "/mini-games/live-crash";
const CHECK_AT = "/fairness/live-crash";

/** Live Crash: one round for all players, published by the server. */
export function LiveCrash({ page, fetcher, answer, covered }: GameProps<LivePage>) {
	const { t } = useTranslation();
	const { language, wallet } = page;
	const hydrated = useHydrated();
	const [game, dispatch] = useReducer(reduceLive, page, initialLiveGame);
	const { state, own, results } = game;
	const { round } = state;
	const isOpen = own.bet?.status === "active";
	const { flight, isSilent } = useFlight(round);
	const connection = useConnection();

	const { idempotencyKey, message, say } = useAnswers({
		page,
		fetcher,
		answer,
		lastResult: results[0],
		onAccepted: (accepted) => dispatch({ type: "answer", answer: accepted }),
	});

	const streamIsAhead = useReloaded({
		page,
		connection,
		onNews: ({ state, own, results }) => dispatch({ type: "page", state, own, results }),
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
		message: ({ code }) =>
			say(
				code === "queuedBetPlaced"
					? { text: t("crash.queuedBetPlaced"), tone: "good" }
					: { text: t(`errors.${code}` as "errors.offline"), tone: "bad" },
			),
	});

	const [soundOn, toggleSound] = useRememberedSwitch("sound");
	useFlightSounds(round, results[0], soundOn);
	const { points } = useShownBalance();
	const isVisitor = page.balance === undefined;
	const balance = points ?? page.balance ?? 0;
	const [choice, setChoice] = useBetChoice(page, answer);
	const isLost = connection === "lost" || isSilent;
	const locked = hydrated && ((round?.phase === "waiting" && isOpen) || own.queued !== null);
	useCrashKeys({ disabled: covered || isVisitor || !round, locked, balance, choice, onChoice: setChoice });

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
					bet={own.bet}
					multiplier={round.multiplier}
					offers={liveOffers(round.phase, own.bet, own.queued)}
					choice={choice}
					onChoice={setChoice}
					locked={locked}
					isLost={isLost}
				>
					{own.bet ? <PlayerBetLine bet={own.bet} language={language} /> : null}
					{own.queued ? <QueuedLine queued={own.queued} language={language} /> : null}
					<MessageLine message={message} />
				</BetForm>
			) : (
				<MessageLine message={message} />
			)}
		</>
	);

	return (
		<>
			<ConnectionBanner isLost={isLost} />
			<GameLayout
				isAboard={round?.phase === "flying" && isOpen}
				controls={controls}
				stage={
					<>
						{round ? <LiveHeader totals={state.totals} language={language} /> : null}
						<div className="flex gap-2">
							<div className="min-w-0 grow">
								<History history={state.history} language={language} checkAt={CHECK_AT} />
							</div>
							<SoundSwitch isOn={soundOn} onToggle={toggleSound} />
						</div>
						{round ? (
							<FlightStage flight={flight} round={round} language={language} />
						) : (
							<NoRound isActive={state.active} />
						)}
					</>
				}
				aside={
					<>
						<Players bets={state.bets} own={own.bet} totals={state.totals} language={language} />
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
		</>
	);
}
