import { type Dispatch, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import { useConnection } from "~/live/live";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import { useEarlyEffect } from "~/ui/use-early-effect";
import { useReload } from "~/ui/use-reload";
import { START } from "../engine/curve";
import { useAnswers } from "./bet/use-answers";
import { useBetChoice } from "./bet/use-bet-choice";
import { exitMarks } from "./exits";
import { useFlight } from "./flight/use-flight";
import { useFlightSounds } from "./flight/use-flight-sounds";
import { betIn, type Game, type News, type Rounds } from "./game-state";
import type { CrashPage, GameProps } from "./page-data";

/** A cash-out whose answer takes more ms counts at a later multiplier than the one that the player saw. */
const SLOW_MS = 700;

export type Crash = ReturnType<typeof useCrash>;

interface Options<State extends Rounds> extends Omit<GameProps<CrashPage<State>>, "covered"> {
	game: Game<State>;
	dispatch: Dispatch<News<State>>;
	/** The points of a demo or of the loaded page; those of the site by default. */
	points: number | undefined;
}

/**
 * The state of the screen of both games: it takes over loaded pages and answers, and shows the round. The caller subscribes to the
 * game's topic, calls `streamIsAhead` with each snapshot, and passes on its events.
 */
export function useCrash<State extends Rounds>(options: Options<State>) {
	const { page, fetcher, answer, game, dispatch } = options;
	const { state, own, results, exits } = game;
	const { t } = useTranslation();
	const { round } = state;
	const bet = betIn(round, own);
	const isOpen = bet?.status === "active";
	const connection = useConnection();
	const streamIsAhead = useReloaded({
		...{ page, connection, dispatch, hasBet: own.bet?.status === "active" || own.queued !== null },
	});
	const answers = useAnswers({
		...{ page, fetcher, answer, lastResult: results[0] },
		// The state in an answer is that of the page's game.
		dispatch: dispatch as Dispatch<unknown>,
	});
	const marks = useMemo(() => exitMarks(state.bets, exits, bet, t), [state.bets, exits, bet, t]);
	const { flight, signal } = useFlight(round, marks);
	useFlightSounds(flight, round, bet, results[0]);
	const [choice, setChoice] = useBetChoice(page, answer);
	const displayed = useDisplayedBalance().points;
	const balance = (own.demoBalance === undefined ? displayed : own.demoBalance) ?? options.points ?? 0;
	const isSlow = useSlowAnswer(fetcher.state);
	return {
		...{ page, fetcher, round, own, results, bet, isOpen, marks, flight, connection, streamIsAhead },
		...{ choice, setChoice, balance },
		...answers,
		hydrated: useHydrated(),
		/** The highest stake. */
		limit: Math.min(balance, page.maxBet ?? balance),
		/** Of the last round event, in hundredths. */
		multiplier: round?.multiplier ?? START,
		isLost: connection === "lost" || signal === "silent",
		isSlow: isSlow || signal === "slow",
	};
}

interface Reloading<State extends Rounds> extends Pick<Options<State>, "page" | "dispatch"> {
	connection: ReturnType<typeof useConnection>;
	/** Whether the player has an open or queued bet. */
	hasBet: boolean;
}

/**
 * Takes over the data of reloaded pages. After its snapshot, the stream is ahead of every page load; before that, the
 * page is. When the stream opens, the page is loaded again if a bet may have ended without it.
 * @returns a function to call when the stream has sent a snapshot.
 */
function useReloaded<State extends Rounds>({ page, connection, dispatch, hasBet }: Reloading<State>) {
	const reload = useReload();
	const loaded = useRef(page);
	const isAhead = useRef(false);
	const mustReload = useRef(false);
	useEffect(() => {
		if (connection !== "open") {
			isAhead.current = false;
			mustReload.current ||= hasBet;
			return;
		}
		if (mustReload.current) reload();
		mustReload.current = false;
	}, [connection, hasBet, reload]);
	useEarlyEffect(() => {
		if (loaded.current === page) return;
		loaded.current = page;
		const { own, results, state } = page;
		dispatch({ own, results, state: isAhead.current ? undefined : state });
	}, [page, dispatch]);
	return useRef(() => {
		isAhead.current = true;
	}).current;
}

/** Whether the last form of the game was answered too slowly for a fair reaction to the flight. */
function useSlowAnswer(state: GameProps<unknown>["fetcher"]["state"]): boolean {
	const [isSlow, setSlow] = useState(false);
	const sentAt = useRef<number>();
	useEffect(() => {
		if (state === "submitting") sentAt.current ??= performance.now();
		else if (sentAt.current !== undefined) {
			setSlow(performance.now() - sentAt.current > SLOW_MS);
			sentAt.current = undefined;
		}
	}, [state]);
	return isSlow;
}
