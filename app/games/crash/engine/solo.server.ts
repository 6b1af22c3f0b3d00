import { randomInt } from "node:crypto";
import { DomainError } from "~/forms/domain-error";
import { networkOf } from "~/lib/request-context.server";
import { createSequence } from "~/lib/sequence";
import { demoKey, userKey } from "~/live/audience";
import { DEMO_POINTS, DEMO_WALLET } from "../../wallet";
import { findPastRounds } from "../persistence/crash.queries.server";
import { createDemoBets, type DemoWallet, openBetOf } from "../persistence/demo-bets";
import { createSoloBets } from "../persistence/solo-bets.server";
import type { Round } from "./crash";
import { ANSWER_WITHIN_MS, createEngine, type Engine, type Listener } from "./engine.server";
import { createFlightTicker } from "./flight-ticker.server";
import type { CrashTools } from "./live.server";
import { type PlayerResult, withResult } from "./player-results";
import type { SoloDraw } from "./solo-draw";
import {
	type PastRound,
	type PlayerState,
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
	/** Of the bet with that stake. */
	betId?: string;
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
	/** Maximum concurrent games, per address and network as in {@link networkOf}. */
	maxGames: { perAddress: number; perNetwork: number; total: number };
}

/**
 * The solo games, one per player. Only `start` and `place` start one. A game is freed {@link UNUSED_MS} after its last
 * use; a flight, and a round with a bet in it, ends first. It opens {@link SOLO_TOPIC}: create it once per process.
 */
export function createSoloCrash(tools: Tools) {
	const { db, clock, hub, timing, maxGames } = tools;
	/** The games that run or start, by the key of the player. */
	const games = new Map<string, Game>();
	const wallets = new Map<string, DemoWallet>();
	let flown = 0;

	const ticker = createFlightTicker(clock);
	const nextVersion = createSequence(tools.now);

	function publishTick(key: string, tick: Tick): number {
		const since = performance.now();
		hub.publishTo(key, SOLO_TOPIC, "tick", tick, { latest: true });
		return performance.now() - since;
	}

	/** Creates a game without registering it in `games`. */
	function createGame(player: SoloPlayer, address: string): Game {
		const isViewer = "userId" in player;
		const playerId = isViewer ? player.userId : player.demo.id;
		const key = keyOf(player);
		/** False once the game is freed; the player may already have a new one. */
		const isFound = () => games.get(key) === game;
		const publishState = () => isFound() && hub.publishTo(key, SOLO_TOPIC, "state", stateOf(game));
		const publishChange = () => {
			if (isViewer) tools.announceBalance(playerId);
			publishState();
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
					publishState();
				}
			},
			placed() {
				if (isViewer) tools.played(playerId);
				publishChange();
			},
			gone: publishChange,
			paid(bet) {
				if (isViewer && (bet.payout ?? 0) > bet.stake) tools.winStored();
				publishChange();
			},
			settled() {},
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

	const stateOf = (game: Game): SoloState => {
		const current = game.engine.current();
		return {
			round: current ? viewRound(current.round, current.elapsed, timing) : null,
			history: game.history,
			own: ownOf(game),
		};
	};

	function ownOf({ engine, playerId, wallet }: Game): PlayerState {
		const round = engine.current()?.round;
		const bet = engine.betOf(playerId);
		return {
			wallet: wallet ? DEMO_WALLET : playerId,
			version: nextVersion(),
			bet: round && bet ? viewPlayerBet(bet, round.id) : null,
			queued: null,
			demoBalance: wallet?.points,
		};
	}

	/** The player's state; without a game, that of a player without a bet. */
	function readOwn(player: SoloPlayer): PlayerState {
		const game = runningGame(player);
		if (game) return ownOf(game);
		return {
			wallet: "userId" in player ? player.userId : DEMO_WALLET,
			version: nextVersion(),
			bet: null,
			queued: null,
			demoBalance: demoBalanceOf(player),
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
		/** ms between two flights. */
		restMs: timing.crashed + timing.waiting,

		readOwn,

		/** The state of the player's game, without a round if none runs. Counts as use but starts nothing. */
		async read(player: SoloPlayer): Promise<SoloState> {
			const game = runningGame(player);
			if (game) return stateOf(game);
			const history = await readHistory(player);
			return { round: null, history, own: readOwn(player) };
		},

		/**
		 * Starts the player's game if none runs, and resolves with its state when the first round is open. Publishes
		 * its events to the player only.
		 * @param address the player's network address, for the limit of games per address.
		 * @throws {DomainError} `tooManyGames` at a limit of `maxGames`, and during shutdown.
		 */
		start: async (player: SoloPlayer, address: string) => stateOf(await startedGame(player, address)),

		/** The current contents for the demo cookie. Returns `demo` unchanged if its points are not in memory. */
		readDemo({ id, ...cookie }: SoloDemo): SoloDemo {
			const wallet = wallets.get(id);
			if (!wallet) return { id, ...cookie };
			const open = games.has(demoKey(id)) ? openBetOf(wallet) : undefined;
			return { id, points: wallet.points, staked: open?.stake ?? 0, ...(open && { betId: open.id }) };
		},

		/** The result of the visitor's last bet: refunded if the server has lost it, none if it has not ended. */
		readDemoResults(demo: SoloDemo): readonly PlayerResult[] {
			const wallet = wallets.get(demo.id);
			if (!wallet) return refundedOf(demo);
			const { last } = wallet;
			return last ? withResult([], viewPlayerBet(last.bet, last.roundId)) : [];
		},

		/**
		 * Places a bet, and starts the player's game if none runs: see `place` of {@link createEngine}.
		 * @throws {DomainError} also `tooManyGames`.
		 */
		async place(
			player: SoloPlayer,
			address: string,
			bet: { idempotencyKey: string; stake: number; target: number | null },
		) {
			// A running game must decide in this step, so nothing is awaited for it.
			const { engine, playerId } = runningGame(player) ?? (await startedGame(player, address));
			return engine.place({ ...bet, userId: playerId });
		},
		/** See `cancel` of {@link createEngine}. Starts no game. */
		async cancel(player: SoloPlayer, betId: string) {
			const { engine, playerId } = gameFor(player);
			return engine.cancel(playerId, betId);
		},
		/** See `flyNow` of {@link createEngine}. Starts no game. */
		async flyNow(player: SoloPlayer, betId: string) {
			const { engine, playerId } = gameFor(player);
			await engine.flyNow(playerId, betId);
		},
		/** See `cashOut` of {@link createEngine}. Starts no game. */
		async cashOut(player: SoloPlayer, betId: string) {
			const { engine, playerId } = gameFor(player);
			return engine.cashOut(playerId, betId);
		},

		/**
		 * Resets the visitor's points to {@link DEMO_POINTS}, in memory.
		 * @returns the new contents for the demo cookie, which the caller writes.
		 * @throws {DomainError} `betAlreadyPlaced` while a bet is open.
		 */
		refill(demo: SoloDemo): SoloDemo {
			const wallet = walletOf(demo);
			if (openBetOf(wallet)) throw new DomainError("betAlreadyPlaced");
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

		/** Ends all games with the process: see `end` of {@link createEngine}. */
		async end() {
			for (const { cancelCheck } of games.values()) cancelCheck();
			await Promise.all([...games.values()].map(({ engine }) => engine.end()));
		},
	};
}

export type SoloCrash = ReturnType<typeof createSoloCrash>;

/** The open bet of a cookie whose round is lost. The round and the target are unknown. */
const refundedOf = ({ betId, staked }: SoloDemo): PlayerResult[] =>
	betId === undefined
		? []
		: [
				{
					...{ id: betId, roundId: "", stake: staked, target: null },
					...{ status: "refunded", multiplier: null, payout: staked },
				},
			];

const randomNumber = (range: number): number => randomInt(range);

const keyOf = (player: SoloPlayer): string =>
	"userId" in player ? userKey(player.userId) : demoKey(player.demo.id);

const withPast = (history: readonly PastRound[], { id, crashPoint = 0 }: Round): PastRound[] =>
	[{ id, crashPoint }, ...history].slice(0, SOLO_HISTORY);
