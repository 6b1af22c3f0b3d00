import { useCallback, useEffect, useReducer, useRef } from "react";
import type { ConnectionState } from "~/live/connection";
import { useTopic } from "~/live/live";
import { DemoBanner } from "../../demo-banner";
import { type RoundView, SOLO_TOPIC, type SoloState } from "../engine/view";
import { StageBanner } from "./banners";
import { soloOffers } from "./bet/offers";
import { PlayerResultsList } from "./bet/player-results-list";
import { CrashScreen } from "./crash-screen";
import { IdleStage } from "./flight/idle-stage";
import { openGame, reduceGame } from "./game-state";
import type { GameProps, SoloPage } from "./page-data";
import { useCrash } from "./use-crash";

const ADDRESS = "/mini-games/crash";

/**
 * The screen of solo Crash, where each player has separate rounds, kept up to date by the {@link SOLO_TOPIC} stream. It
 * opens each next round by a form. A visitor plays with demo points.
 */
export function SoloCrash({ page, fetcher, answer, covered }: GameProps<SoloPage>) {
	const { language } = page;
	const [game, dispatch] = useReducer(reduceGame<SoloState>, page, openGame<SoloState>);
	const { state, own, results } = game;
	const crash = useCrash({ page, fetcher, answer, game, dispatch, points: undefined });
	const { round, bet, flight, connection, isLost } = crash;
	const isDemo = own.demoBalance !== undefined;
	useTopic(SOLO_TOPIC, {
		state: (next) => dispatch({ state: next, own: next.own }),
		tick: ([elapsed, multiplier, interval]) => flight.tick(elapsed, multiplier, interval),
	});
	useStart({
		...{ page, round, connection, fetcher },
		onOver: () => dispatch({ state: { ...state, round: null } }),
	});
	const checkAt = isDemo ? undefined : "/fairness/crash";
	return (
		<CrashScreen
			crash={crash}
			history={state.history}
			action={ADDRESS}
			checkAt={checkAt}
			offers={soloOffers(round?.phase, bet)}
			locked={crash.hydrated && round !== null && (round.phase !== "waiting" || crash.isOpen)}
			keysOff={covered}
			idle={<IdleStage fetcher={fetcher} action={ADDRESS} isLost={isLost} />}
			banner={<StageBanner isLost={isLost} isSlow={crash.isSlow} />}
			notes={
				isDemo ? (
					<DemoBanner
						texts="crash"
						path="/mini-games/crash"
						fetcher={fetcher}
						canRefill={crash.balance < crash.choice.stake && !crash.isOpen}
					/>
				) : null
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
	const latest = useRef({ fetcher, onOver });
	const hasGivenUp = useRef(false);
	useEffect(() => {
		latest.current = { fetcher, onOver };
		if (round) hasGivenUp.current = false;
	});
	/** @returns whether the form was sent. */
	const start = useCallback((): boolean => {
		const { state, submit } = latest.current.fetcher;
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
			latest.current.onOver();
		};
		const next = () => {
			timer = start() ? setTimeout(giveUp, ANSWER_MS) : setTimeout(next, RETRY_MS);
		};
		timer = setTimeout(next, (round.lasts ?? 0) - round.elapsed + AFTER_END_MS);
		return () => clearTimeout(timer);
	}, [round, connection, start]);
}
