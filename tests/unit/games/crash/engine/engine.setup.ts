import { DomainError } from "~/forms/domain-error";
import type { BetRepository, BetRequest } from "~/games/crash/engine/bet-repository";
import { type Bet, newBet, type Round } from "~/games/crash/engine/crash";
import { createEngine } from "~/games/crash/engine/engine.server";
import type { Log } from "~/observability/log.server";
import { createTestClock } from "../../../../support/clock";
import { createMemoryBets, type Trouble, WriteFailed } from "./engine.repository";

export const TIMING = { waiting: 10_000, crashed: 5_000 };

/** A log that keeps what goes wrong apart from writes that the test lets fail. */
export function watchfulLog() {
	const wrong: unknown[] = [];
	const note = (line: { err?: unknown }) => {
		if (!(line.err instanceof WriteFailed)) wrong.push(line);
	};
	return { log: { debug() {}, info() {}, warn: note, error: note } as unknown as Log, wrong };
}

/** What a call came to: its answer, or the code of its refusal. */
export const answerTo = <Answer>(call: Promise<Answer>) =>
	call.then(
		(answer) => answer,
		(error: unknown) => {
			if (error instanceof DomainError) return error.code;
			if (error instanceof WriteFailed) return "failed" as const;
			throw error;
		},
	);

/** Places a bet in a repository as the engine does for an accepted request, without the round. */
export const placeIn = (
	repository: Pick<BetRepository<{ id: string }>, "place">,
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
	/** Changes the repository. */
	wrap?(repository: BetRepository<{ id: string }>): BetRepository<{ id: string }>;
}

/** An engine with a test clock and bets in memory, and everything that it publishes. */
export function openEngine({ wrap = (repository) => repository, answerWithinMs, ...trouble }: Options = {}) {
	const clock = createTestClock();
	const memory = createMemoryBets(trouble);
	const { log, wrong } = watchfulLog();
	const heard: string[] = [];
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
			phase: (round: Round | undefined) => void heard.push(`${clock.now()} ${round?.phase ?? "rest"}`),
			placed: (bet, balance) => void heard.push(`placed ${bet.userId} ${balance}`),
			gone: (bet, balance) => void heard.push(`gone ${bet.userId} ${balance}`),
			paid: (bet, balance) =>
				void heard.push(`${clock.now()} paid ${bet.userId} ${bet.multiplier} ${balance}`),
			settled: (_round, losers) => void heard.push(`settled ${names(losers)}`.trim()),
		},
	});
	let requests = 0;
	return {
		...{ clock, memory, engine, heard, wrong },
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

export type OpenEngine = ReturnType<typeof openEngine>;
