import { randomInt } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import { networkOf } from "~/lib/request-context.server";
import { demoKey, userKey } from "~/live/audience";
import { DEMO_POINTS } from "../../wallet";
import { findPastRounds } from "../persistence/crash.queries.server";
import { createDemoBets, type DemoWallet, openStakeOf } from "../persistence/demo-bets";
import { createSoloBets } from "../persistence/solo-bets.server";
import type { Round } from "./crash";
import { ANSWER_WITHIN_MS, createEngine, type Engine, type Listener } from "./engine.server";
import { createFlightTicker } from "./flight-ticker.server";
import type { CrashTools } from "./live.server";
import { type PlayerResult, withResult } from "./player-results";
import type { SoloDraw } from "./solo-draw";
import {
	type PastRound,
	SOLO_HISTORY,
	SOLO_TOPIC,
	type SoloState,
	type Tick,
	viewPlayerBet,
	viewRound,
} from "./view";

/** An open stream, a page load and a form count as use. A page without scripts reloads more often than this. */
const UNUSED_MS = 60_000;
/** Maximum demo wallets in memory. Other visitors' points are in their cookies only. */
const MAX_DEMOS = 10_000;

/** The player of a game: a viewer, or a visitor with the contents of the demo cookie. */
export type SoloPlayer = { userId: string } | { demo: SoloDemo };

/** The contents of a visitor's signed cookie. It never holds a crash point. */
export interface SoloDemo {
	id: string;
	points: number;
	/** Staked on the current round. It is refunded if the server has lost that round. */
	staked: number;
}

interface Game {
	/** The `userId` of the engine's bets. */
	playerId: string;
	/** The player's network; see `subscriberOf`. */
	address: string;
	/** An IPv4 address or an IPv6 /48. */
	network: string;
	/** Undefined for a viewer. */
	wallet: DemoWallet | undefined;
	engine: Engine<{ id: string }>;
	/** Settles when the first round is open or has failed to open. */
	started: Promise<void>;
	history: PastRound[];
	usedAt: number;
	/** Cancels the check whether the game is still used. */
	cancelCheck(): void;
}

interface Tools extends CrashTools {
	/** Returns the draw of a flight that starts now. */
	draw(): SoloDraw;
	/** Maximum concurrent games. */
	maxGames: { perAddress: number; perNetwork: number; total: number };
}

/**
 * The solo games, one per player. Only `start` and `place` start one. A game is freed {@link UNUSED_MS} after its last
 * use; a flight, and a round with a bet in it, ends first.
 */
export function createSoloCrash(tools: Tools) {
	const { db, clock, hub, timing, maxGames } = tools;
	/** The games that run or start, by the key of the player. */
	const games = new Map<string, Game>();
	const wallets = new Map<string, DemoWallet>();
	let flown = 0;

	const ticker = createFlightTicker(clock);

	function publishTick(key: string, tick: Tick): number {
		const since = clock.now();
		hub.publishTo(key, SOLO_TOPIC, "tick", tick, { latest: true });
		return clock.now() - since;
	}

	/** Creates a game without registering it in `games`. */
	function createGame(player: SoloPlayer, address: string): Game {
		const isViewer = "userId" in player;
		const playerId = isViewer ? player.userId : player.demo.id;
		const key = keyOf(player);
		/** False once the game is freed; the player may already have a new one. */
		const isFound = () => games.get(key) === game;
		const tell = () => isFound() && hub.publishTo(key, SOLO_TOPIC, "state", stateOf(game));
		const tellChanged = () => {
			if (isViewer) tools.announceBalance(playerId);
			tell();
		};
		const listener: Listener<{ id: string }> = {
			phase(round) {
				if (!isFound()) return;
				const { current } = game.engine;
				if (round?.phase === "flying")
					ticker.start(key, { current, publish: (tick) => publishTick(key, tick) });
				else ticker.stop(key);
				const view = stateOf(game).round;
				if (!round) free(key, game);
				else if (round.phase === "flying") {
					if (view) hub.publishTo(key, SOLO_TOPIC, "phase", view);
				} else {
					if (round.phase === "crashed") {
						flown += 1;
						game.history = withPast(game.history, round);
					} else checkUseLater(key, game);
					tell();
				}
			},
			placed() {
				if (isViewer) tools.played(playerId);
				tellChanged();
			},
			gone: tellChanged,
			paid(bet) {
				if (isViewer && (bet.payout ?? 0) > bet.stake) tools.winStored();
				tellChanged();
			},
			settled: tell,
		};
		const wallet = isViewer ? undefined : walletOf(player.demo);
		const bets = wallet
			? createDemoBets(wallet, { ...tools, randomNumber })
			: createSoloBets(tools, playerId);
		const goesOn = () => isFound() && isUsed(key, game);
		const game: Game = {
			...{
				playerId,
				address,
				network: networkOf(address),
				wallet,
				history: [],
				usedAt: clock.now(),
				started: Promise.resolve(),
			},
			engine: createEngine({ ...tools, bets, listener, answerWithinMs: ANSWER_WITHIN_MS, goesOn }),
			cancelCheck() {},
		};
		return game;
	}

	function isUsed(key: string, game: Game): boolean {
		if (hub.isWatched(SOLO_TOPIC, key)) game.usedAt = clock.now();
		return clock.now() - game.usedAt < UNUSED_MS;
	}

	/** Frees an unused game whose round waits without a bet. Other rounds end first; the engine then calls `goesOn`. */
	function checkUseLater(key: string, game: Game) {
		game.cancelCheck();
		game.cancelCheck = clock.at(game.usedAt + UNUSED_MS, () => {
			const round = game.engine.current()?.round;
			if (round?.phase !== "waiting" || round.bets.size > 0 || isUsed(key, game)) return;
			free(key, game);
			game.engine.stop();
		});
	}

	function free(key: string, game: Game) {
		game.cancelCheck();
		games.delete(key);
	}

	/** @throws {DomainError} `tooManyGames`. */
	async function startedGame(player: SoloPlayer, address: string): Promise<Game> {
		const key = keyOf(player);
		const game = games.get(key) ?? openGame(player, address);
		game.usedAt = clock.now();
		await game.started;
		return game;
	}

	function openGame(player: SoloPlayer, address: string): Game {
		const key = keyOf(player);
		const running = [...games.values()];
		const network = networkOf(address);
		const here = running.filter((game) => game.address === address);
		const near = running.filter((game) => game.network === network);
		if (
			running.length >= maxGames.total ||
			here.length >= maxGames.perAddress ||
			near.length >= maxGames.perNetwork
		) {
			throw new DomainError("tooManyGames");
		}
		const game = createGame(player, address);
		games.set(key, game);
		game.started = beginRounds(player, game).catch((error: unknown) => {
			free(key, game);
			throw error;
		});
		return game;
	}

	async function beginRounds(player: SoloPlayer, game: Game) {
		game.history = await readHistory(player);
		await game.engine.start();
		// Happens during shutdown.
		if (!game.engine.current()) throw new DomainError("tooManyGames");
	}

	async function readHistory(player: SoloPlayer): Promise<PastRound[]> {
		if ("demo" in player) return [];
		const past = await findPastRounds(db, player.userId, SOLO_HISTORY);
		return past.map(({ id, crash_point }) => ({ id, crashPoint: crash_point ?? 0 }));
	}

	function walletOf({ id, points, staked }: SoloDemo): DemoWallet {
		const known = wallets.get(id);
		const wallet = known ?? { points: points + staked, last: undefined };
		wallets.delete(id);
		wallets.set(id, wallet);
		if (wallets.size > MAX_DEMOS) forgetOne();
		return wallet;
	}

	/** Evicts the least recently used wallet that has no game. */
	function forgetOne() {
		for (const id of wallets.keys()) {
			if (games.has(demoKey(id))) continue;
			wallets.delete(id);
			return;
		}
	}

	/** @returns the player's game if it runs. Counts as use. */
	function runningGame(player: SoloPlayer): Game | undefined {
		const game = games.get(keyOf(player));
		if (!game?.engine.current()) return undefined;
		game.usedAt = clock.now();
		return game;
	}

	/** The running game, or a detached one that only answers for past bets and opens no round. */
	const gameFor = (player: SoloPlayer): Game => runningGame(player) ?? createGame(player, "");

	function stateOf({ engine, history, playerId, wallet }: Game): SoloState {
		const current = engine.current();
		const bet = current?.round.bets.get(playerId);
		return {
			round: current ? viewRound(current.round, current.elapsed, timing) : null,
			bet: bet ? viewPlayerBet(bet) : null,
			history,
			demoBalance: wallet?.points,
		};
	}

	/** Includes the open stake of a game that was lost in a restart. */
	function demoBalanceOf(player: SoloPlayer): number | undefined {
		if ("userId" in player) return undefined;
		const { id, points, staked } = player.demo;
		return wallets.get(id)?.points ?? points + staked;
	}

	hub.openTopic(SOLO_TOPIC, {
		snapshot: (keys) =>
			keys.flatMap((key) => {
				const game = games.get(key);
				return game?.engine.current() ? [{ event: "state" as const, data: stateOf(game) }] : [];
			}),
	});

	return {
		/** Between two flights, in ms. */
		restMs: timing.crashed + timing.waiting,

		/** The state of the player's game, without a round if none runs. Starts nothing. */
		async read(player: SoloPlayer): Promise<SoloState> {
			const game = runningGame(player);
			if (game) return stateOf(game);
			const history = await readHistory(player);
			return { round: null, bet: null, history, demoBalance: demoBalanceOf(player) };
		},

		/**
		 * Starts the player's game if none runs.
		 * @param address the player's network address, for the limit of games per address.
		 * @throws {DomainError} `tooManyGames`.
		 */
		start: async (player: SoloPlayer, address: string) => stateOf(await startedGame(player, address)),

		/** The current contents for the demo cookie. */
		readDemo({ id, ...cookie }: SoloDemo): SoloDemo {
			const wallet = wallets.get(id);
			if (!wallet) return { id, ...cookie };
			return { id, points: wallet.points, staked: games.has(demoKey(id)) ? openStakeOf(wallet) : 0 };
		},

		/** The result of a visitor's last bet, if it has ended. */
		readDemoResults: ({ id }: SoloDemo): readonly PlayerResult[] => {
			const last = wallets.get(id)?.last;
			return last ? withResult([], viewPlayerBet(last.bet), last.roundId) : [];
		},

		/** Starts the player's game if none runs. @throws {DomainError} as `start` and `engine.place`. */
		async place(
			player: SoloPlayer,
			address: string,
			bet: { idempotencyKey: string; stake: number; target: number | null },
		) {
			const { engine, playerId } = runningGame(player) ?? (await startedGame(player, address));
			return engine.place({ ...bet, userId: playerId });
		},
		async cancel(player: SoloPlayer, betId: string) {
			const { engine, playerId } = gameFor(player);
			return engine.cancel(playerId, betId);
		},
		async cashOut(player: SoloPlayer, betId: string) {
			const { engine, playerId } = gameFor(player);
			return engine.cashOut(playerId, betId);
		},

		/** Resets the demo points. @throws {DomainError} `betAlreadyPlaced` while a bet is open. */
		refill(demo: SoloDemo): SoloDemo {
			const wallet = walletOf(demo);
			if (openStakeOf(wallet) > 0) throw new DomainError("betAlreadyPlaced");
			wallet.points = DEMO_POINTS;
			return { id: demo.id, points: DEMO_POINTS, staked: 0 };
		},

		/** For metrics: running games, flights, games that cannot store their rounds, and flights since the start. */
		counts: () => ({
			games: games.size,
			flying: ticker.count(),
			stuck: [...games.values()].filter(({ engine }) => !engine.isWell()).length,
			flown,
		}),

		async end() {
			for (const { cancelCheck } of games.values()) cancelCheck();
			await Promise.all([...games.values()].map(({ engine }) => engine.end()));
		},
	};
}

export type SoloCrash = ReturnType<typeof createSoloCrash>;

const randomNumber = (range: number): number => randomInt(range);

const keyOf = (player: SoloPlayer): string =>
	"userId" in player ? userKey(player.userId) : demoKey(player.demo.id);

const withPast = (history: readonly PastRound[], { id, crashPoint = 0 }: Round): PastRound[] =>
	[{ id, crashPoint }, ...history].slice(0, SOLO_HISTORY);
