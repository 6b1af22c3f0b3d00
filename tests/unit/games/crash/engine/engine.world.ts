import type { BetRepository, BetRequest, PlacedBet } from "~/games/crash/engine/bet-repository";
import type { Bet, Round } from "~/games/crash/engine/crash";
import { createEngine, type Engine, type Listener } from "~/games/crash/engine/engine.server";
import type { Clock } from "~/lib/clock";
import { type TestClock, turns } from "../../../../support/clock";
import type { PlayerRequest, RoundRecord } from "./engine.oracle";
import { answerTo, errorLog, TIMING } from "./engine.setup";

type Opened = { id: string };

/** Storage of the rounds, which survives the process. */
export interface Store {
	/** Starts a process: refunds open rounds. @returns its repository. */
	boot(): Promise<BetRepository<Opened>>;
}

/** Reactions of the simulated players to the phases of a round. */
export interface Crowd {
	waiting(record: RoundRecord): void;
	flying(record: RoundRecord): void;
}

const TURNS_AFTER_KILL = 20;

/**
 * A simulated site around an engine: requests are sent, decided later and answered, the event loop stalls, the
 * process ends and starts again. It records what the oracle needs.
 */
export function createWorld(clock: TestClock, store: Store) {
	const { log, errors } = errorLog();
	const open = new Set<PlayerRequest>();
	const roundOfBet = new Map<string, RoundRecord>();
	const ended: RoundRecord[] = [];
	const answered: PlayerRequest[] = [];
	let crowd: Crowd | undefined;
	let record: RoundRecord | undefined;
	let opened = 0;
	/** Number of the current process. */
	let processNumber = 0;
	let engine: Engine<Opened>;
	let isEnding = false;
	let isKilled = false;
	let goesOn = true;

	const listenerOf = (instance: number): Listener<Opened> => {
		const expectAlive = (what: string) => {
			if (instance !== processNumber && !isKilled) errors.push(`an engine that has ended publishes: ${what}`);
		};
		return {
			phase(round) {
				expectAlive(round?.phase ?? "idle");
				if (instance !== processNumber) return;
				if (!round) return end("voided");
				if (round.phase === "waiting") begin(round);
				if (!record) throw new Error("a round flies without having waited");
				if (round.phase === "waiting") crowd?.waiting(record);
				if (round.phase === "crashed") record.isEndShown = true;
				if (round.phase === "flying") {
					record.startedAt = clock.now();
					record.crashPoint = round.crashPoint ?? Number.NaN;
					crowd?.flying(record);
				}
			},
			placed(bet: Bet) {
				expectAlive(`placed ${bet.id}`);
				if (record && instance === processNumber) roundOfBet.set(bet.id, record);
			},
			gone: (bet) => expectAlive(`gone ${bet.id}`),
			paid: (bet) => expectAlive(`paid ${bet.id}`),
			settled() {
				expectAlive("settled");
				if (instance === processNumber) end("settled");
			},
		};
	};

	function begin(round: Round) {
		opened += 1;
		const closesAt = clock.now() + (goesOn ? TIMING.waiting : 0);
		const notStarted = {
			startedAt: Number.POSITIVE_INFINITY,
			crashPoint: 0,
			isEndShown: false,
		};
		record = { id: round.id, closesAt, ...notStarted, requests: [], end: undefined };
	}

	function end(how: RoundRecord["end"]) {
		if (!record || record.end) return;
		record.end = how;
		ended.push(record);
	}

	/** Timers of an ended process do not fire. */
	const clockOf = (instance: number): Clock => ({
		now: clock.now,
		at: (moment, run) => clock.at(moment, () => instance === processNumber && run()),
	});

	async function boot() {
		const bets = await store.boot();
		end("interrupted");
		const ownClock = clockOf(processNumber);
		const tools = { clock: ownClock, log, timing: TIMING, bets, goesOn: () => goesOn };
		engine = createEngine({ ...tools, listener: listenerOf(processNumber) });
		isEnding = false;
		goesOn = true;
		void engine.start();
	}

	/** Sends a request now, which the current process decides `lag` ms later. */
	function send(
		kind: PlayerRequest["kind"],
		userId: string,
		betId: string | undefined,
		lag: number,
		call: () => Promise<unknown>,
	): PlayerRequest {
		const instance = processNumber;
		const unknown = { roundId: undefined, phase: undefined };
		const request: PlayerRequest = {
			...{ kind, userId, betId, decidedAt: Number.POSITIVE_INFINITY, met: unknown },
			...{ answeredAt: undefined, answer: undefined },
		};
		open.add(request);
		const decide = async () => {
			if (instance !== processNumber) return;
			const met = engine.current()?.round;
			request.decidedAt = clock.now();
			request.met = { roundId: met?.id, phase: met?.phase };
			roundOfBet.get(betId ?? "")?.requests.push(request);
			const answer = await answerTo(call());
			if (instance !== processNumber) return;
			request.answer = answer;
			request.answeredAt = clock.now();
			if (isEnding && met?.phase === "waiting") request.met.phase = "ending";
			answered.push(request);
			open.delete(request);
		};
		const run = () => void decide().catch((error) => errors.push(error));
		if (lag === 0) run();
		else clock.at(clock.now() + lag, run);
		return request;
	}

	return {
		clock,
		errors,
		boot,
		openedRounds: () => opened,
		openRequests: () => open.size,
		roundOfBet: (betId: string) => roundOfBet.get(betId),
		current: () => engine.current(),
		record: () => record,
		enter(players: Crowd) {
			crowd = players;
		},
		leave() {
			crowd = undefined;
		},

		place(bet: BetRequest, lag: number): PlayerRequest {
			const request = send("place", bet.userId, undefined, lag, async () => {
				const placed = await engine.place(bet);
				request.betId = (placed as PlacedBet).id;
				roundOfBet.get(request.betId)?.requests.push(request);
				return placed;
			});
			return request;
		},
		cancel: (userId: string, betId: string, lag: number): PlayerRequest =>
			send("cancel", userId, betId, lag, () => engine.cancel(userId, betId)),
		cashOut: (userId: string, betId: string, lag: number): PlayerRequest =>
			send("cash-out", userId, betId, lag, () => engine.cashOut(userId, betId)),

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

		/** Ends the process gracefully and starts another. */
		async restart() {
			if (isEnding) return;
			isEnding = true;
			await engine.end();
			processNumber += 1;
			open.clear();
			await boot();
		},

		/** Kills the process and starts another. */
		async kill() {
			if (isEnding) return;
			isEnding = true;
			isKilled = true;
			processNumber += 1;
			open.clear();
			// The database completes running statements.
			await turns(TURNS_AFTER_KILL);
			await boot();
			isKilled = false;
		},

		/** Rounds that ended, and requests that were answered, since the last call. */
		takeEnded: () => ended.splice(0),
		takeAnswered: () => answered.splice(0),
		forget(round: RoundRecord, betIds: Iterable<string>) {
			round.requests.length = 0;
			for (const id of betIds) roundOfBet.delete(id);
		},
	};
}

export type World = ReturnType<typeof createWorld>;
