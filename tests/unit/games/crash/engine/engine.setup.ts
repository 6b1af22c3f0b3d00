import { DomainError } from "~/forms/domain-error";
import type { BetRepository, BetRequest } from "~/games/crash/engine/bet-repository";
import { type Bet, newBet, type Round } from "~/games/crash/engine/crash";
import { createEngine } from "~/games/crash/engine/engine.server";
import type { Log } from "~/observability/log.server";
import { createTestClock } from "../../../../support/clock";
import { createMemoryBets, type Trouble, WriteFailed } from "./engine.repository";

export const TIMING = { waiting: 10_000, crashed: 5_000 };

/** A log that collects errors and warnings other than injected write failures. */
export function errorLog() {
	const errors: unknown[] = [];
	const note = (line: { err?: unknown }) => {
		if (!(line.err instanceof WriteFailed)) errors.push(line);
	};
	return { log: { debug() {}, info() {}, warn: note, error: note } as unknown as Log, errors };
}

/** The answer of a call, or the code of its error. */
export const answerTo = <Answer>(call: Promise<Answer>) =>
	call.then(
		(answer) => answer,
		(error: unknown) => {
			if (error instanceof DomainError) return error.code;
			if (error instanceof WriteFailed) return "failed" as const;
			throw error;
		},
	);

/** Stores a bet in a repository as the engine does for an accepted request, without adding it to the round. */
export const placeIn = (
	repository: Pick<BetRepository, "place">,
	round: Round,
	request: BetRequest,
	refusal?: DomainError,
) =>
	repository.place(round, newBet({ ...request, id: crypto.randomUUID() }), {
		idempotencyKey: request.idempotencyKey,
		refusal,
	});

interface Options extends Partial<Trouble> {
	answerWithinMs?: number;
	/** Wraps the repository. */
	wrap?(repository: BetRepository): BetRepository;
}

/** An engine with a test clock and bets in memory. `events` holds everything that it publishes. */
export function openEngine({ wrap = (repository) => repository, answerWithinMs, ...trouble }: Options = {}) {
	const clock = createTestClock();
	const memory = createMemoryBets(trouble);
	const { log, errors } = errorLog();
	const events: string[] = [];
	const state = { goesOn: true };
	const names = (bets: readonly Bet[]) => bets.map(({ userId }) => userId).join(" ");
	const engine = createEngine({
		...{
			clock,
			log,
			timing: TIMING,
			bets: wrap(memory.repository),
			goesOn: () => state.goesOn,
			answerWithinMs,
		},
		listener: {
			phase: (round: Round | undefined) => void events.push(`${clock.now()} ${round?.phase ?? "idle"}`),
			placed: (bet, balance) => void events.push(`placed ${bet.userId} ${balance}`),
			gone: (bet, balance) => void events.push(`gone ${bet.userId} ${balance}`),
			paid: (bet, balance) =>
				void events.push(`${clock.now()} paid ${bet.userId} ${bet.multiplier} ${balance}`),
			settled: (_round, losers) => void events.push(`settled ${names(losers)}`.trim()),
		},
	});
	let requests = 0;
	return {
		...{ clock, memory, engine, events, errors },
		stop() {
			state.goesOn = false;
			engine.stop();
		},
		start() {
			state.goesOn = true;
			return engine.start();
		},
		place: (userId: string, target: number | null = null, stake = 100) =>
			engine.place({ userId, idempotencyKey: `request-${++requests}`, stake, target }),
		roundId: () => engine.current()?.round.id ?? "",
		stored: (betId: string) => memory.betOf(betId),
	};
}

/** Holds a write until `finish` is called. */
export function holding(write: "pay" | "close" | "launch" | "callOff") {
	const held = { finish: () => {} };
	const wrap = (repository: BetRepository) => ({
		...repository,
		[write]: (of: never) =>
			new Promise((resolve) => {
				held.finish = () => resolve(repository[write](of));
			}),
	});
	return { wrap, finish: () => held.finish() };
}

type OpenEngine = ReturnType<typeof openEngine>;

/** End of the first waiting period: the clock and the first round start at 1000. */
export const CLOSES = 11_000;

/** The engine of the current test: `open` is the engine that the last call of `begin` started. */
export function engineOfTest() {
	const open = {} as OpenEngine;
	return {
		open,
		/** Starts an engine whose rounds crash at 3.00x by default. */
		async begin(options: Options = {}) {
			const engine = openEngine({ crashPoint: () => 300, ...options });
			Object.assign(open, engine);
			await engine.engine.start();
			return engine;
		},
		/** Advances the clock to this many ms after the start of the first flight. */
		fly: (ms: number) => open.clock.advanceTo(CLOSES + ms),
	};
}
