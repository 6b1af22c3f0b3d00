import { Link } from "@remix-run/react";
import { useEffect, useReducer } from "react";
import { useTranslation } from "react-i18next";
import { useTopic } from "~/live/live";
import { part } from "~/ui/part";
import { LIVE_TOPIC, type LiveState, liveSwitchOf } from "../engine/view";
import { NoRound, SignInToPlay, StageBanner } from "./banners";
import { messageOf } from "./bet/messages";
import { liveOffers } from "./bet/offers";
import { QueuedLine } from "./bet/player-bet-line";
import { PlayerResultsList } from "./bet/player-results-list";
import { CrashScreen } from "./crash-screen";
import { TopExit } from "./flight/top-exit";
import { openGame, reduceLive } from "./game-state";
import type { GameProps, LivePage } from "./page-data";
import { LiveHeader, Players } from "./players";
import { FloatingReactions, ReactionBar, useReactions } from "./reactions";
import { useCrash } from "./use-crash";

const CHECK_AT = "/fairness/live-crash";

/** Visitors have no name. */
const NameChoice = await part(
	"crash-name",
	async () => (await import("./name-choice")).NameChoice,
	!import.meta.env.SSR && document.querySelector(".crash-game") !== null,
);

interface Props extends GameProps<LivePage> {
	/** Of the forms of reactions and of the name. */
	people: GameProps<LivePage>["fetcher"];
}

/**
 * The screen of live Crash: one round for all players, kept up to date by the {@link LIVE_TOPIC} stream. A visitor
 * (`page.balance` undefined) watches and cannot bet.
 */
export function LiveCrash({ page, fetcher, people, answer, covered }: Props) {
	const { t } = useTranslation();
	const { language } = page;
	const [game, dispatch] = useReducer(reduceLive, page, openGame<LiveState>);
	const { state, own, results } = game;
	const crash = useCrash({ page, fetcher, answer, game, dispatch, points: page.balance });
	const { round, bet, flight, showMessage } = crash;
	const { floating, showReactions } = useReactions();
	const met = people.data;
	useEffect(
		() => showMessage(met && messageOf(met, undefined, { t, language })),
		[met, t, language, showMessage],
	);

	useTopic(LIVE_TOPIC, {
		state(next) {
			crash.streamIsAhead();
			dispatch({ state: next });
		},
		phase: (data) => data && dispatch({ change: { event: "phase", data } }),
		bets: (data) => dispatch({ change: { event: "bets", data } }),
		own: (next) => dispatch({ own: next }),
		reactions: showReactions,
		tick: ([elapsed, multiplier, interval]) => flight.tick(elapsed, multiplier, interval),
		message({ code, values }) {
			if (code === "queuedBetPlaced") showMessage({ text: t("crash.queuedBetPlaced"), tone: "good" });
			else if (code === "queuedBetDropped") showMessage({ text: t("crash.queuedBetDropped"), tone: "bad" });
			else showMessage({ text: t(`errors.${code}` as "errors.offline", values), tone: "bad" });
		},
	});

	const isVisitor = page.balance === undefined;
	const locked = crash.hydrated && ((round?.phase === "waiting" && crash.isOpen) || own.queued !== null);
	return (
		<CrashScreen
			crash={crash}
			history={state.history}
			action="/mini-games/live-crash"
			checkAt={CHECK_AT}
			offers={round ? liveOffers(round.phase, bet, { queued: own.queued, active: state.active }) : undefined}
			controls={isVisitor ? <SignInToPlay /> : undefined}
			beforeForm={page.name ? <NameChoice name={page.name} people={people} /> : null}
			onStage={
				<>
					<TopExit round={round} ownId={bet?.id} language={language} />
					<FloatingReactions floating={floating} />
				</>
			}
			underStage={page.name && round ? <ReactionBar people={people} /> : null}
			queued={own.queued ? <QueuedLine queued={own.queued} language={language} /> : null}
			locked={locked}
			keysOff={covered || isVisitor || !round}
			idle={<NoRound {...state} />}
			banner={
				<StageBanner isLost={crash.isLost} isSlow={crash.isSlow} isStopping={liveSwitchOf(state).stopping} />
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
