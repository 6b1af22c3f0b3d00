import { randomInt } from "node:crypto";
import { demoKey, userKey } from "~/live/audience";
import { createTicker } from "~/live/ticker.server";
import { DomainError } from "~/platform/domain-error";
import { DEMO_POINTS } from "../purse";
import { crashMoment, type Round } from "./crash";
import { findPastRounds } from "./crash.queries.server";
import { createDemoBook, type DemoPurse, openStakeOf } from "./demo-book";
import type { CrashTools } from "./live.server";
import { type OwnResult, withResult } from "./own-results";
import { createSoloBook } from "./solo-book.server";
import type { SoloDraw } from "./solo-draw";
import { ANSWER_WITHIN_MS, createTable, type Listener, type Table } from "./table.server";
import { type PastRound, type SoloState, viewMultiplier, viewOwnBet, viewRound } from "./view";

export const SOLO_TOPIC = "solo-crash";
const HISTORY = 10;
/** A page without scripts asks again well within this; rounds that nobody looks at do not go on. */
const UNSEEN_MS = 60_000;
/** Visitors whose demo points are remembered; the cookie keeps them for the rest. */
const MOST_DEMOS = 10_000;

/** Whose table it is: a viewer's, or a visitor's by the id and points of the demo cookie. */
export type SoloPlayer = { userId: string; points: number } | { demo: SoloDemo };

/** What a visitor's signed cookie holds. Never a crash point. */
export interface SoloDemo {
	id: string;
	points: number;
	/** Staked on a round that runs: if the server has forgotten it, it is given back. */
	staked: number;
}

interface Seat {
	/** The player, as the table's bets know them. */
	playerId: string;
	table: Table<{ id: string }>;
	history: PastRound[];
	seenAt: number;
	points: number;
}

interface Tools extends CrashTools {
	/** How a flight that starts now is drawn. */
	draw(): SoloDraw;
}

/** Every player's own table: it runs while its player looks on, or has a bet on it. */
export function createSoloCrash(tools: Tools) {
	const { db, clock, hub, timing } = tools;
	const seats = new Map<string, Promise<Seat>>();
	const taken = new Map<string, Seat>();
	const purses = new Map<string, DemoPurse>();
	const flying = new Set<string>();
	let flown = 0;

	const ticker = createTicker({
		clock,
		send() {
			const since = clock.now();
			for (const key of flying) sendTick(key);
			return clock.now() - since;
		},
	});

	function sendTick(key: string) {
		const current = taken.get(key)?.table.current();
		if (current?.round.phase !== "flying") return;
		const { round, elapsed } = current;
		if (elapsed >= crashMoment(round)) return;
		const tick = [Math.round(elapsed), viewMultiplier(round, elapsed), ticker.interval()];
		hub.publishTo(key, SOLO_TOPIC, "tick", tick, { latest: true });
	}

	function showFlight(key: string, isFlying: boolean) {
		if (isFlying) flying.add(key);
		else flying.delete(key);
		if (flying.size === 1 && isFlying) ticker.start(clock.now());
		if (flying.size === 0) ticker.stop();
	}

	async function sit(player: SoloPlayer): Promise<Seat> {
		const isViewer = "userId" in player;
		const playerId = isViewer ? player.userId : player.demo.id;
		const key = keyOf(player);
		const tell = () => hub.publishTo(key, SOLO_TOPIC, "state", stateOf(seat));
		const tellBalance = (balance: number) => {
			seat.points = balance;
			if (isViewer) tools.announceBalance(playerId, balance);
			tell();
		};
		const listener: Listener<{ id: string }> = {
			phase(round) {
				showFlight(key, round?.phase === "flying");
				if (!round) {
					seats.delete(key);
					taken.delete(key);
				} else if (round.phase === "flying") {
					hub.publishTo(key, SOLO_TOPIC, "phase", stateOf(seat).round);
				} else {
					if (round.phase === "crashed") {
						flown += 1;
						seat.history = withPast(seat.history, round);
					}
					tell();
				}
			},
			placed(_bet, balance) {
				if (isViewer) tools.played?.(playerId);
				tellBalance(balance);
			},
			gone: (_bet, balance) => tellBalance(balance),
			paid(bet, balance) {
				if (isViewer && (bet.payout ?? 0) > bet.stake) tools.winStored();
				tellBalance(balance);
			},
			settled: tell,
		};
		const book = isViewer
			? createSoloBook(tools, playerId)
			: createDemoBook(purseOf(player.demo), { ...tools, randomNumber });
		const goesOn = () => hub.isWatched(SOLO_TOPIC, key) || clock.now() - seat.seenAt < UNSEEN_MS;
		const seat: Seat = {
			playerId,
			table: createTable({ ...tools, book, listener, answerWithinMs: ANSWER_WITHIN_MS, goesOn }),
			history: isViewer ? await readHistory(playerId) : [],
			seenAt: clock.now(),
			points: pointsOf(player),
		};
		taken.set(key, seat);
		await seat.table.start();
		return seat;
	}

	async function readHistory(userId: string): Promise<PastRound[]> {
		const past = await findPastRounds(db, userId, HISTORY);
		return past.map(({ id, crash_point }) => ({ id, crashPoint: crash_point ?? 0 }));
	}

	const pointsOf = (player: SoloPlayer): number =>
		"userId" in player ? player.points : purseOf(player.demo).points;

	function purseOf({ id, points, staked }: SoloDemo): DemoPurse {
		const known = purses.get(id);
		const purse = known ?? { points: points + staked, last: undefined };
		purses.delete(id);
		purses.set(id, purse);
		if (purses.size > MOST_DEMOS) forgetOne();
		return purse;
	}

	/** Of the visitors who have left, the one that was here longest ago. */
	function forgetOne() {
		for (const id of purses.keys()) {
			if (taken.has(demoKey(id))) continue;
			purses.delete(id);
			return;
		}
	}

	/** The player's seat, where rounds run from now on. */
	async function seatOf(player: SoloPlayer): Promise<Seat> {
		const key = keyOf(player);
		const seating = seats.get(key) ?? sit(player);
		seats.set(key, seating);
		try {
			const seat = await seating;
			seat.seenAt = clock.now();
			seat.points = pointsOf(player);
			return seat;
		} catch (error) {
			seats.delete(key);
			throw error;
		}
	}

	function stateOf({ table, history, playerId, points }: Seat): SoloState & { balance: number } {
		const current = table.current();
		if (!current) throw new Error("a seat has a round");
		const bet = current.round.bets.get(playerId);
		return {
			round: viewRound(current.round, current.elapsed, timing),
			bet: bet ? viewOwnBet(bet) : null,
			history,
			balance: points,
		};
	}

	hub.openTopic(SOLO_TOPIC, {
		snapshot: (keys) =>
			keys.flatMap((key) => {
				const seat = taken.get(key);
				return seat?.table.current() ? [{ event: "state", data: stateOf(seat) }] : [];
			}),
	});

	return {
		/** Between two flights, in ms. */
		restMs: timing.crashed + timing.waiting,

		/** The player's table as it stands; opens a round if none runs. */
		read: async (player: SoloPlayer) => stateOf(await seatOf(player)),

		/** The points that a demo cookie is to hold now. */
		readDemo({ id, ...cookie }: SoloDemo): SoloDemo {
			const purse = purses.get(id);
			if (!purse) return { id, ...cookie };
			return { id, points: purse.points, staked: taken.has(demoKey(id)) ? openStakeOf(purse) : 0 };
		},

		/** How a visitor's last bet ended, if it has. */
		readDemoResults: ({ id }: SoloDemo): readonly OwnResult[] => {
			const last = purses.get(id)?.last;
			return last ? withResult([], viewOwnBet(last.bet), last.roundId) : [];
		},

		async place(
			player: SoloPlayer,
			bet: { requestId: string; stake: number; target: number | null },
			at: number,
		) {
			const { table, playerId } = await seatOf(player);
			return table.place({ ...bet, userId: playerId }, at);
		},
		async cancel(player: SoloPlayer, betId: string, at: number) {
			const { table, playerId } = await seatOf(player);
			return table.cancel(playerId, betId, at);
		},
		async cashOut(player: SoloPlayer, betId: string, at: number) {
			const { table, playerId } = await seatOf(player);
			return table.cashOut(playerId, betId, at);
		},

		/** Starts again with fresh demo points. @throws {DomainError} `betAlreadyPlaced` while a bet runs. */
		refill(demo: SoloDemo): SoloDemo {
			const purse = purseOf(demo);
			if (openStakeOf(purse) > 0) throw new DomainError("betAlreadyPlaced");
			purse.points = DEMO_POINTS;
			const seat = taken.get(demoKey(demo.id));
			if (seat) seat.points = DEMO_POINTS;
			return { id: demo.id, points: DEMO_POINTS, staked: 0 };
		},

		/** The tables in use, those whose rounds cannot be stored, and how many rounds have flown since the start. */
		counts: () => ({
			tables: taken.size,
			flying: flying.size,
			stuck: [...taken.values()].filter(({ table }) => !table.isWell()).length,
			flown,
		}),

		/** A viewer's points have changed, here or elsewhere. */
		noteBalance(userId: string, points: number) {
			const seat = taken.get(userKey(userId));
			if (seat) seat.points = points;
		},

		async end() {
			await Promise.all([...taken.values()].map(({ table }) => table.end()));
		},
	};
}

export type SoloCrash = ReturnType<typeof createSoloCrash>;

const randomNumber = (range: number): number => randomInt(range);

const keyOf = (player: SoloPlayer): string =>
	"userId" in player ? userKey(player.userId) : demoKey(player.demo.id);

const withPast = (history: readonly PastRound[], { id, crashPoint = 0 }: Round): PastRound[] =>
	[{ id, crashPoint }, ...history].slice(0, HISTORY);
