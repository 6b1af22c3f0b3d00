import type { BetRequest, Book, PlacedBet } from "~/games/crash/book";
import type { Bet, Round } from "~/games/crash/crash";
import { createTable, type Listener, type Table } from "~/games/crash/table.server";
import type { Clock } from "~/platform/clock";
import { type TestClock, turns } from "../../../support/clock";
import { type Ask, PATIENCE_MS, type RoundRecord, type Stall } from "./table.oracle";
import { answerTo, TIMING, watchfulLog } from "./table.setup";

type Opened = { id: string };

/** Where the rounds of a world are kept, which outlives the process. */
export interface Store {
	/** A process starts: what is open is refunded. @returns its book. */
	boot(): Promise<Book<Opened>>;
}

/** What the crowd does when something happens at the table. */
export interface Crowd {
	waiting(record: RoundRecord): void;
	flying(record: RoundRecord): void;
}

const KEPT_STALLS = 20;
const TURNS_OF_DEATH = 20;

/**
 * A site around a table: requests that arrive, are taken up later and are answered; the event loop that
 * stalls; the process that ends and comes back. It writes down what the oracle has to know.
 */
export function createWorld(clock: TestClock, store: Store) {
	const { log, wrong } = watchfulLog();
	const stalls: Stall[] = [];
	const open = new Map<Ask, () => void>();
	const roundOfBet = new Map<string, RoundRecord>();
	const ended: RoundRecord[] = [];
	const answered: Ask[] = [];
	let crowd: Crowd | undefined;
	let record: RoundRecord | undefined;
	let opened = 0;
	/** Which process this is. */
	let life = 0;
	let table: Table<Opened>;
	let isEnding = false;
	let isKilled = false;
	let goesOn = true;

	const listenerOf = (own: number): Listener<Opened> => {
		const alive = (what: string) => {
			if (own !== life && !isKilled) wrong.push(`a table that has ended tells: ${what}`);
		};
		return {
			phase(round) {
				alive(round?.phase ?? "rest");
				if (own !== life) return;
				if (!round) return end("called off");
				if (round.phase === "waiting") begin(round);
				if (!record) throw new Error("a round flies that has not waited");
				if (round.phase === "waiting") crowd?.waiting(record);
				if (round.phase === "flying") {
					record.startedAt = clock.now();
					record.crashPoint = round.crashPoint ?? Number.NaN;
					crowd?.flying(record);
				}
				if (round.phase === "crashed") record.crashedAt = clock.now();
			},
			placed(bet: Bet) {
				alive(`placed ${bet.id}`);
				if (record && own === life) roundOfBet.set(bet.id, record);
			},
			gone: (bet) => alive(`gone ${bet.id}`),
			paid: (bet) => alive(`paid ${bet.id}`),
			settled() {
				alive("settled");
				if (own === life) end("settled");
			},
		};
	};

	function begin(round: Round) {
		opened += 1;
		const closesAt = clock.now() + (goesOn ? TIMING.waiting : 0);
		const unknown = {
			startedAt: Number.POSITIVE_INFINITY,
			crashPoint: 0,
			crashedAt: Number.POSITIVE_INFINITY,
		};
		record = { id: round.id, closesAt, ...unknown, asks: [], end: undefined };
	}

	function end(how: RoundRecord["end"]) {
		if (!record || record.end) return;
		record.end = how;
		ended.push(record);
	}

	async function arrivalsBefore(moment: number): Promise<void> {
		const waited = [...open.keys()].filter(({ arrivedAt }) => arrivedAt <= moment);
		if (waited.length === 0) return;
		let left = waited.length;
		await new Promise<void>((resolve) => {
			const giveUp = clock.at(clock.now() + PATIENCE_MS, resolve);
			for (const ask of waited) {
				open.set(ask, () => {
					left -= 1;
					if (left > 0) return;
					giveUp();
					resolve();
				});
			}
		});
	}

	/** A process that is gone wakes nobody. */
	const clockOf = (own: number): Clock => ({
		now: clock.now,
		at: (moment, run) => clock.at(moment, () => own === life && run()),
	});

	async function boot() {
		const book = await store.boot();
		end("interrupted");
		const own = clockOf(life);
		const tools = { clock: own, log, timing: TIMING, book, goesOn: () => goesOn, arrivalsBefore };
		table = createTable({ ...tools, listener: listenerOf(life) });
		isEnding = false;
		goesOn = true;
		void table.start();
	}

	/** A request arrives; it is taken up `lag` ms later, by the process that it has reached. */
	function ask(
		kind: Ask["kind"],
		userId: string,
		betId: string | undefined,
		lag: number,
		call: (moment: number) => Promise<unknown>,
	): Ask {
		const own = life;
		const nowhere = { roundId: undefined, phase: undefined };
		const one: Ask = {
			...{ kind, userId, betId, arrivedAt: clock.now(), takenUpAt: Number.POSITIVE_INFINITY, met: nowhere },
			...{ answeredAt: undefined, answer: undefined },
		};
		open.set(one, () => {});
		const takeUp = async () => {
			if (own !== life) return;
			const met = table.current()?.round;
			one.takenUpAt = clock.now();
			one.met = { roundId: met?.id, phase: met?.phase };
			roundOfBet.get(betId ?? "")?.asks.push(one);
			const answer = await answerTo(call(one.arrivedAt));
			if (own !== life) return;
			one.answer = answer;
			one.answeredAt = clock.now();
			if (isEnding) one.met.phase = "ending";
			answered.push(one);
			open.get(one)?.();
			open.delete(one);
		};
		const take = () => void takeUp().catch((error) => wrong.push(error));
		if (lag === 0) take();
		else clock.at(clock.now() + lag, take);
		return one;
	}

	return {
		clock,
		stalls,
		wrong,
		boot,
		openedRounds: () => opened,
		openAsks: () => open.size,
		roundOfBet: (betId: string) => roundOfBet.get(betId),
		current: () => table.current(),
		record: () => record,
		enter(players: Crowd) {
			crowd = players;
		},
		leave() {
			crowd = undefined;
		},

		place(request: BetRequest, lag: number): Ask {
			const one = ask("place", request.userId, undefined, lag, async (moment) => {
				const placed = await table.place(request, moment);
				one.betId = (placed as PlacedBet).id;
				roundOfBet.get(one.betId)?.asks.push(one);
				return placed;
			});
			return one;
		},
		cancel: (userId: string, betId: string, lag: number): Ask =>
			ask("cancel", userId, betId, lag, (moment) => table.cancel(userId, betId, moment)),
		cashOut: (userId: string, betId: string, lag: number): Ask =>
			ask("cash-out", userId, betId, lag, (moment) => table.cashOut(userId, betId, moment)),

		stall(ms: number) {
			const from = clock.now();
			clock.stall(ms);
			stalls.push([from, clock.now()]);
			if (stalls.length > KEPT_STALLS) stalls.shift();
		},

		stop() {
			goesOn = false;
			if (table.current()?.round.phase === "waiting" && record) {
				record.closesAt = Math.min(record.closesAt, clock.now());
			}
			table.stop();
		},
		start() {
			goesOn = true;
			void table.start();
		},

		/** The process ends as it should, and another one starts. */
		async restart() {
			if (isEnding) return;
			isEnding = true;
			await table.end();
			life += 1;
			open.clear();
			await boot();
		},

		/** The process is gone from one moment to the next, and another one starts. */
		async kill() {
			if (isEnding) return;
			isEnding = true;
			isKilled = true;
			life += 1;
			open.clear();
			// What the database has begun it ends.
			await turns(TURNS_OF_DEATH);
			await boot();
			isKilled = false;
		},

		/** What has come to an end, and been answered, since the last time. */
		takeEnded: () => ended.splice(0),
		takeAnswered: () => answered.splice(0),
		forget(round: RoundRecord, betIds: Iterable<string>) {
			round.asks.length = 0;
			for (const id of betIds) roundOfBet.delete(id);
		},
	};
}

export type World = ReturnType<typeof createWorld>;
