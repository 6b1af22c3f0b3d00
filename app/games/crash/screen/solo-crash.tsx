import { useEffect, useReducer, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useConnection, useTopic } from "~/live/live";
import { useShownBalance } from "~/ui/displayed-balance";
import { useRememberedSwitch } from "~/ui/use-remembered-switch";
import { DemoBanner } from "../../demo-banner";
import { DEMO_WALLET } from "../../wallet";
import { START } from "../engine/curve";
import { SOLO_TOPIC } from "../engine/view";
import { ConnectionBanner } from "./banners";
import { BetForm } from "./bet/bet-form";
import { soloOffers } from "./bet/offers";
import { MessageLine, PlayerBetLine } from "./bet/player-bet-line";
import { PlayerResultsList } from "./bet/player-results-list";
import { useAnswers } from "./bet/use-answers";
import { useBetChoice } from "./bet/use-bet-choice";
import { useCrashKeys } from "./bet/use-crash-keys";
import { FlightStage } from "./flight/flight-stage";
import { IdleStage } from "./flight/idle-stage";
import { SoundSwitch } from "./flight/sound-switch";
import { useFlight } from "./flight/use-flight";
import { useFlightSounds } from "./flight/use-flight-sounds";
import { Balance, GameLayout } from "./game-layout";
import { History } from "./history";
import type { GameProps, SoloPage } from "./page-data";
import { initialSoloGame, reduceSolo } from "./solo-state";
import { useReloaded } from "./use-reloaded";

const ADDRESS = "/mini-games/crash";
const CHECK_AT = "/fairness/crash";

/** The game that every player has alone: rounds follow each other, the bet is the player's own. */
export function SoloCrash({ page, fetcher, answer, covered }: GameProps<SoloPage>) {
	const { language, wallet } = page;
	const isDemo = wallet === DEMO_WALLET;
	const hydrated = useHydrated();
	const [game, dispatch] = useReducer(reduceSolo, page, initialSoloGame);
	const { round, bet, history } = game.state;
	const isOpen = bet?.status === "active";
	const { flight, isSilent } = useFlight(round);
	const connection = useConnection();

	const streamIsAhead = useReloaded({
		page,
		connection,
		// The server may have freed the game while the connection was lost.
		afterLoss: true,
		onNews: ({ state, results }) => dispatch({ type: "state", state, results }),
	});
	useTopic(SOLO_TOPIC, {
		state(state) {
			streamIsAhead();
			dispatch({ type: "state", state });
		},
		phase: (next) => dispatch({ type: "phase", round: next }),
		tick: ([elapsed, multiplier, interval]) => flight.tick(elapsed, multiplier, interval),
	});

	const { idempotencyKey, message } = useAnswers({
		page,
		fetcher,
		answer,
		lastResult: game.results[0],
		onAccepted: (accepted) => dispatch({ type: "answer", answer: accepted }),
	});
	const [soundOn, toggleSound] = useRememberedSwitch("sound");
	useFlightSounds(round, game.results[0], soundOn);
	const { points } = useShownBalance();
	const balance = (isDemo ? game.state.demoBalance : points) ?? 0;
	const [choice, setChoice] = useBetChoice(page, answer);
	const isLost = connection === "lost" || isSilent;
	const locked = hydrated && round !== null && (round.phase !== "waiting" || isOpen);
	useStart(page, fetcher);
	useCrashKeys({ disabled: covered, locked, balance, choice, onChoice: setChoice });
	const checkAt = isDemo ? undefined : CHECK_AT;

	return (
		<>
			{isDemo ? (
				<DemoBanner game="crash" fetcher={fetcher} canRefill={balance < choice.stake && !isOpen} />
			) : null}
			<ConnectionBanner isLost={isLost} />
			<GameLayout
				isAboard={round?.phase === "flying" && isOpen}
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
							bet={bet}
							multiplier={round?.multiplier ?? START}
							offers={soloOffers(round?.phase, bet)}
							choice={choice}
							onChoice={setChoice}
							locked={locked}
							isLost={isLost}
						>
							{bet ? <PlayerBetLine bet={bet} language={language} /> : null}
							<MessageLine message={message} />
						</BetForm>
					</>
				}
				stage={
					<>
						<div className="flex gap-2">
							<div className="min-w-0 grow">
								<History history={history} language={language} checkAt={checkAt} />
							</div>
							<SoundSwitch isOn={soundOn} onToggle={toggleSound} />
						</div>
						{round ? (
							<FlightStage flight={flight} round={round} language={language} />
						) : (
							<IdleStage fetcher={fetcher} action={ADDRESS} isLost={isLost} />
						)}
					</>
				}
				aside={<PlayerResultsList results={game.results} language={language} checkAt={checkAt} />}
			/>
		</>
	);
}

/** Starts the game when the page opens, and when it is loaded again and finds none running. */
function useStart(page: SoloPage, fetcher: GameProps<SoloPage>["fetcher"]) {
	const latest = useRef(fetcher);
	useEffect(() => {
		latest.current = fetcher;
	});
	useEffect(() => {
		const { state, submit } = latest.current;
		if (page.state.round || state !== "idle") return;
		submit({ intent: "start" }, { method: "post", action: ADDRESS });
	}, [page]);
}
