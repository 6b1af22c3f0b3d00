import { DomainError } from "~/forms/domain-error";
import type { BetRepository, PastBet, PlacedBet } from "~/games/crash/engine/bet-repository";
import type { Bet } from "~/games/crash/engine/crash";

export interface StoredBet {
	id: string;
	roundId: string;
	userId: string;
	stake: number;
	target: number | null;
	status: "active" | "cashed_out" | "lost" | "cancelled" | "refunded";
	multiplier: number | null;
	payout: number | null;
}

export interface StoredRound {
	status: "open" | "closed" | "voided";
	crashPoint: number;
	bets: StoredBet[];
}

/** Delays and failures that a test injects. */
export interface Trouble {
	/** Resolves when a write may continue. Called before execution and before the commit. */
	pause(): Promise<void>;
	fails(): boolean;
	crashPoint(): number;
	startingPoints(userId: string): number;
}

interface Waiting {
	act: () => unknown;
	resolve: (result: never) => void;
	reject: (reason: unknown) => void;
}

export class WriteFailed extends Error {}

const NO_TROUBLE: Trouble = {
	pause: async () => {},
	fails: () => false,
	crashPoint: () => 200,
	startingPoints: () => 1000,
};

/**
 * A repository in memory that is as strict as the database: writes are sequential and atomic, waiting writes share
 * a commit, a bet is settled once, and a player has one bet per round.
 */
export function createMemoryBets(trouble: Partial<Trouble> = {}) {
	const { pause, fails, crashPoint, startingPoints } = { ...NO_TROUBLE, ...trouble };
	let data = {
		rounds: new Map<string, StoredRound>(),
		bets: new Map<string, StoredBet>(),
		points: new Map<string, number>(),
		answers: new Map<string, { input: string; answer: PlacedBet }>(),
	};
	const waiting: Waiting[] = [];
	let isWriting = false;
	let last: Promise<unknown> = Promise.resolve();
	let ids = 0;

	function write<Result>(act: () => Result): Promise<Result> {
		return new Promise((resolve, reject) => {
			waiting.push({ act, resolve, reject });
			if (waiting.length === 1 && !isWriting) last = flush();
		});
	}

	/** Executes the waiting writes one by one and commits them together. */
	async function flush() {
		isWriting = true;
		await pause();
		while (waiting.length > 0) {
			const before = trouble.fails ? structuredClone(data) : data;
			const settled: (() => void)[] = [];
			const batch = waiting.splice(0);
			for (const { act, resolve, reject } of batch) {
				try {
					if (fails()) throw new WriteFailed("not written");
					const result = act() as never;
					settled.push(() => resolve(result));
				} catch (error) {
					settled.push(() => reject(error));
				}
			}
			await pause();
			if (fails()) {
				data = before;
				for (const { reject } of batch) reject(new WriteFailed("not committed"));
			} else for (const settle of settled) settle();
		}
		isWriting = false;
	}

	const pointsOf = (userId: string): number => data.points.get(userId) ?? startingPoints(userId);
	const add = (userId: string, delta: number) => data.points.set(userId, pointsOf(userId) + delta);

	function roundOf(id: string): StoredRound {
		const round = data.rounds.get(id);
		if (!round) throw new Error(`no round ${id}`);
		return round;
	}

	/** Only an open bet of an open round can be settled. @returns the player's points. */
	function settle(id: string, change: Partial<StoredBet>, back: number): number {
		const bet = data.bets.get(id);
		if (bet?.status !== "active") throw new Error(`bet ${id} is ${bet?.status}: it was settled before`);
		if (roundOf(bet.roundId).status !== "open") throw new Error(`the round of bet ${id} is over`);
		Object.assign(bet, change);
		add(bet.userId, back);
		return pointsOf(bet.userId);
	}

	const openBets = (id: string) => roundOf(id).bets.filter(({ status }) => status === "active");

	function callOff(id: string): Map<string, number> {
		const refunded = openBets(id).map(({ id, userId, stake }): [string, number] => [
			userId,
			settle(id, { status: "refunded" }, stake),
		]);
		roundOf(id).status = "voided";
		return new Map(refunded);
	}

	const repository: BetRepository = {
		open: () =>
			write(() => {
				const id = `round-${++ids}`;
				data.rounds.set(id, { status: "open", crashPoint: crashPoint(), bets: [] });
				return { id, number: ids, commitment: "" };
			}),

		launch: ({ id }) => write(() => roundOf(id).crashPoint),

		place: (round, { id, userId, stake, target }, { idempotencyKey, refusal }) =>
			write(() => {
				const request = `${userId} ${idempotencyKey}`;
				const input = `${stake} ${target}`;
				const known = data.answers.get(request);
				if (known && known.input !== input) throw new DomainError("idempotencyKeyReused");
				if (known) return known.answer;
				const stored = roundOf(round.id);
				if (stake > pointsOf(userId)) throw new DomainError("insufficientPoints");
				if (refusal) throw refusal;
				if (stored.status !== "open") throw new Error(`round ${round.id} is over`);
				// The cancellation of the bet before it could not be stored.
				if (stored.bets.some((other) => other.userId === userId && other.status !== "cancelled")) {
					throw new WriteFailed(`${userId} has a bet in round ${round.id}`);
				}
				const bet: StoredBet = {
					...{ id, roundId: round.id, userId, stake, target },
					...{ status: "active", multiplier: null, payout: null },
				};
				stored.bets.push(bet);
				data.bets.set(id, bet);
				add(userId, -stake);
				const answer = { id, stake, target, balance: pointsOf(userId) };
				data.answers.set(request, { input, answer });
				return answer;
			}),

		cancel: ({ id, stake }) => write(() => settle(id, { status: "cancelled" }, stake)),

		pay: ({ id, multiplier, payout }: Bet) =>
			write(() => settle(id, { status: "cashed_out", multiplier, payout }, payout ?? Number.NaN)),

		close: ({ id }) =>
			write(() => {
				const round = roundOf(id);
				if (round.status === "voided") throw new WriteFailed(`round ${id} was voided`);
				for (const bet of openBets(id)) settle(bet.id, { status: "lost", payout: 0 }, 0);
				round.status = "closed";
			}),

		callOff: ({ id }) => write(() => callOff(id)),

		async findBet(userId, betId): Promise<PastBet | undefined> {
			await last;
			const bet = data.bets.get(betId);
			if (bet?.userId !== userId) return undefined;
			const { id, roundId, stake, target, multiplier, payout } = bet;
			const status = bet.status === "cancelled" ? "refunded" : bet.status;
			const round = roundOf(roundId);
			return {
				bet: { id, roundId, stake, target, status, multiplier, payout },
				crashPoint: round.status === "closed" ? round.crashPoint : null,
			};
		},
	};

	return {
		repository,
		pointsOf,
		betsOf: (roundId: string): readonly StoredBet[] => data.rounds.get(roundId)?.bets ?? [],
		betOf: (betId: string): StoredBet | undefined => data.bets.get(betId),
		roundOf,

		/** Starts a process: refunds open rounds. */
		boot() {
			for (const [id, { status }] of data.rounds) if (status === "open") callOff(id);
		},
	};
}
