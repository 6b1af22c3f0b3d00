import type { BetRepository, BetRequest, PlacedBet } from "~/games/crash/engine/bet-repository";
import type { Bet, Round } from "~/games/crash/engine/crash";
import { createEngine, type Engine, type Listener } from "~/games/crash/engine/engine.server";
import type { Clock } from "~/lib/clock";
import { type TestClock, turns } from "../../../../support/clock";
import type { Ask, RoundRecord } from "./engine.oracle";
import { answerTo, TIMING, watchfulLog } from "./engine.setup";

type Opened = { id: string };

/** Where the rounds of a world are kept, which outlives the process. */
export interface Store {
	/** A process starts: what is open is refunded. @returns its repository. */
	boot(): Promise<BetRepository<Opened>>;
}

/** What the crowd does when something happens at the engine. */
export interface Crowd {
	waiting(record: RoundRecord): void;
	flying(record: RoundRecord): void;
}

const TURNS_OF_DEATH = 20;

/**
 * A site around an engine: requests that are sent, decided later and answered; an event loop that stalls; a process
 * that ends and starts again. It records what the oracle needs.
 */
export function createWorld(clock: TestClock, store: Store) {
	const { log, wrong } = watchfulLog();
	const open = new Set<Ask>();
	const roundOfBet = new Map<string, RoundRecord>();
	const ended: RoundRecord[] = [];
	const answered: Ask[] = [];
	let crowd: Crowd | undefined;
	let record: RoundRecord | undefined;
	let opened = 0;
	/** Which process this is. */
	let life = 0;
	let engine: Engine<Opened>;
	let isEnding = false;
	let isKilled = false;
	let goesOn = true;

	const listenerOf = (own: number): Listener<Opened> => {
		const alive = (what: string) => {
			if (own !== life && !isKilled) wrong.push(`an engine that has ended tells: ${what}`);
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
		};
		record = { id: round.id, closesAt, ...unknown, asks: [], end: undefined };
	}

	function end(how: RoundRecord["end"]) {
		if (!record || record.end) return;
		record.end = how;
		ended.push(record);
	}

	/** A process that is gone wakes nobody. */
	const clockOf = (own: number): Clock => ({
		now: clock.now,
		at: (moment, run) => clock.at(moment, () => own === life && run()),
	});

	async function boot() {
		const bets = await store.boot();
		end("interrupted");
		const own = clockOf(life);
		const tools = { clock: own, log, timing: TIMING, bets, goesOn: () => goesOn };
		engine = createEngine({ ...tools, listener: listenerOf(life) });
		isEnding = false;
		goesOn = true;
		void engine.start();
	}

	/** A request is sent now and decided `lag` ms later, by the process that it has reached. */
	function ask(
		kind: Ask["kind"],
		userId: string,
		betId: string | undefined,
		lag: number,
		call: () => Promise<unknown>,
	): Ask {
		const own = life;
		const nowhere = { roundId: undefined, phase: undefined };
		const one: Ask = {
			...{ kind, userId, betId, decidedAt: Number.POSITIVE_INFINITY, met: nowhere },
			...{ answeredAt: undefined, answer: undefined },
		};
		open.add(one);
		const takeUp = async () => {
			if (own !== life) return;
			const met = engine.current()?.round;
			one.decidedAt = clock.now();
			one.met = { roundId: met?.id, phase: met?.phase };
			roundOfBet.get(betId ?? "")?.asks.push(one);
			const answer = await answerTo(call());
			if (own !== life) return;
			one.answer = answer;
			one.answeredAt = clock.now();
			if (isEnding && met?.phase === "waiting") one.met.phase = "ending";
			answered.push(one);
			open.delete(one);
		};
		const take = () => void takeUp().catch((error) => wrong.push(error));
		if (lag === 0) take();
		else clock.at(clock.now() + lag, take);
		return one;
	}

	return {
		clock,
		wrong,
		boot,
		openedRounds: () => opened,
		openAsks: () => open.size,
		roundOfBet: (betId: string) => roundOfBet.get(betId),
		current: () => engine.current(),
		record: () => record,
		enter(players: Crowd) {
			crowd = players;
		},
		leave() {
			crowd = undefined;
		},

		place(request: BetRequest, lag: number): Ask {
			const one = ask("place", request.userId, undefined, lag, async () => {
				const placed = await engine.place(request);
				one.betId = (placed as PlacedBet).id;
				roundOfBet.get(one.betId)?.asks.push(one);
				return placed;
			});
			return one;
		},
		cancel: (userId: string, betId: string, lag: number): Ask =>
			ask("cancel", userId, betId, lag, () => engine.cancel(userId, betId)),
		cashOut: (userId: string, betId: string, lag: number): Ask =>
			ask("cash-out", userId, betId, lag, () => engine.cashOut(userId, betId)),

		stall: clock.stall,

		stop() {
			goesOn = false;
			if (engine.current()?.round.phase === "waiting" && record) {
				record.closesAt = Math.min(record.closesAt, clock.now());
			}
			engine.stop();
		},
		start() {
			goesOn = true;
			void engine.start();
		},

		/** The process ends as it should, and another one starts. */
		async restart() {
			if (isEnding) return;
			isEnding = true;
			await engine.end();
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
