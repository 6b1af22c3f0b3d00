/**
 * The rules of Crash: limits, the outcome of a bet, and rounds of live Crash, which these functions change in place;
 * `solo-round.ts` has rounds of solo Crash. None of them uses a clock, a database or a screen. Moments are ms after the start of the
 * flight. Multipliers, targets and crash points are whole hundredths: 201 is 2.01x.
 */
import { DomainError } from "~/forms/domain-error";
import { MAX_MULTIPLIER, momentOf, multiplierAt, payoutOf, START } from "./curve";

export const MIN_STAKE = 10;
export const STAKE_STEP = 10;
/** Keeps every payout below 2^53, so that it is an exact integer. */
export const MAX_STAKE = 1_000_000_000;
/** Of an automatic cash-out, in hundredths. */
export const MIN_TARGET = 101;
export const MAX_TARGET = MAX_MULTIPLIER;
export const DEFAULT_TARGET = 200;
export const TARGET_STEP = 10;

/** A typed target, such as `2.01` or `2,01`, in hundredths; undefined for an invalid one. */
export function targetIn(text: unknown): number | undefined {
	if (typeof text !== "string" || !/^\d{1,4}([.,]\d{1,2})?$/.test(text)) return undefined;
	const target = Math.round(Number(text.replace(",", ".")) * 100);
	return target >= MIN_TARGET && target <= MAX_TARGET ? target : undefined;
}

/** Duration of betting, and of the pause after a crash. */
export const SOLO_WAITING_MS = 20_000;
export const LIVE_WAITING_MS = 10_000;
export const CRASHED_MS = 5000;

export type Phase = "waiting" | "flying" | "crashed";
export type BetStatus = "active" | "cashed_out" | "lost";

/** A form of a bet. */
export interface BetRequest {
	userId: string;
	/** A UUID from the rendered form. A repeat with the same key places no second bet. */
	idempotencyKey: string;
	/** Whole points. */
	stake: number;
	/** Of the automatic cash-out, in hundredths; null without one. */
	target: number | null;
}

/** A bet that was stored. */
export interface PlacedBet {
	id: string;
	stake: number;
	target: number | null;
	/** The player's points after the stake was taken. */
	balance: number;
}

/** How a player is shown to others: by name, by a new pseudonym in each round, or by the number of a pseudonym: see `aliasText`. */
export type Shown = "name" | "round" | number;

export interface Bet extends Readonly<Pick<BetRequest, "userId" | "stake" | "target">> {
	readonly id: string;
	status: BetStatus;
	/** What it was cashed out at, in hundredths. */
	multiplier: number | null;
	payout: number | null;
	/** Live rounds only: set when the bet is stored. */
	shown?: Shown;
}

type OpenBet = Pick<Bet, "stake" | "target">;

const cashedOut = ({ stake }: OpenBet, multiplier: number) =>
	({ status: "cashed_out", multiplier, payout: payoutOf(stake, multiplier) }) as const;

/** The outcome of an open bet after `elapsed` ms of its flight: cashed out if its target was reached, lost after the crash, else undefined. */
export function outcomeAt(bet: OpenBet, crashPoint: number, elapsed: number) {
	const { target } = bet;
	if (target !== null && target <= crashPoint && momentOf(target) <= elapsed) return cashedOut(bet, target);
	if (elapsed < momentOf(crashPoint)) return undefined;
	return { status: "lost", multiplier: null, payout: 0 } as const;
}

/**
 * The outcome of a cash-out by hand after `elapsed` ms of the flight: at the target if it was reached, else at the current multiplier.
 * From the moment of the crash on no bet can win.
 */
export const decideCashOut = (bet: OpenBet, crashPoint: number, elapsed: number) =>
	outcomeAt(bet, crashPoint, elapsed) ?? cashedOut(bet, multiplierAt(elapsed));

/** Refuses a cash-out after the crash. */
export const tooLate = (crashPoint: number | null | undefined) =>
	new DomainError("tooLate", { multiplier: (crashPoint ?? START) / 100 });

export interface Round {
	readonly id: string;
	/** Live rounds only: the number in the hash chain, from 1, and the hash of the previous round, published before this one. */
	readonly number?: number;
	readonly commitment?: string;
	phase: Phase;
	/** Hundredths; secret until the crash, undefined until it is drawn. */
	crashPoint: number | undefined;
	/** By user id: one bet per player. */
	readonly bets: Map<string, Bet>;
	/** Pending automatic cash-outs that this flight reaches; the next one is last. */
	autos: Bet[];
}

/** A waiting round without bets. */
export const newRound = (opened: Pick<Round, "id" | "number" | "commitment">): Round => ({
	...opened,
	...{ phase: "waiting", crashPoint: undefined, bets: new Map(), autos: [] },
});

/** An open bet. It is not yet in a round. */
export const newBet = ({
	id,
	userId,
	stake,
	target,
}: Pick<Bet, "id" | "userId" | "stake" | "target">): Bet => ({
	...{ id, userId, stake, target },
	...{ status: "active", multiplier: null, payout: null },
});

/**
 * Starts the flight. The caller checks that the round waits, and keeps the crash point secret until the crash.
 * @param crashPoint hundredths.
 */
export function launch(round: Round, crashPoint: number): void {
	round.phase = "flying";
	round.crashPoint = crashPoint;
	round.autos = [...round.bets.values()]
		.filter(({ target }) => target !== null && target <= crashPoint)
		.sort((one, other) => (other.target ?? 0) - (one.target ?? 0));
}

const drawnPoint = ({ crashPoint }: Pick<Round, "crashPoint">): number => {
	if (crashPoint === undefined) throw new TypeError("the round has no crash point yet");
	return crashPoint;
};

/** The moment of the crash, in ms after the start. @throws {TypeError} before {@link launch}. */
export const crashMoment = (round: Pick<Round, "crashPoint">): number => momentOf(drawnPoint(round));

/**
 * The last moment of the flight that players may see before its crash is published, in ms since its start.
 * @throws {TypeError} before {@link launch}.
 */
export const lastMoment = (round: Pick<Round, "crashPoint">): number => Math.max(0, crashMoment(round) - 1);

/** The moment of the next automatic cash-out, or of the crash. @throws {TypeError} before {@link launch}. */
export const nextMoment = (round: Round): number => momentOf(nextAuto(round)?.target ?? drawnPoint(round));

/**
 * Cashes out every open bet whose target the flight has reached, in ascending order, each at its own target.
 * @param elapsed ms since the start of the flight.
 * @returns the bets that this call has cashed out, with their payouts; a repeat returns none.
 */
export function cashOutDue(round: Round, elapsed: number): Bet[] {
	const due: Bet[] = [];
	for (;;) {
		const bet = nextAuto(round);
		const outcome = bet && outcomeAt(bet, drawnPoint(round), elapsed);
		if (!outcome) return due;
		due.push(Object.assign(bet, outcome));
	}
}

/** Drops the automatic cash-outs of bets that are cashed out. */
function nextAuto({ autos }: Round): Bet | undefined {
	while (autos.length > 0 && autos.at(-1)?.status !== "active") autos.pop();
	return autos.at(-1);
}

/** Ends the flight, after the automatic cash-outs: every open bet is lost. @returns these bets. */
export function crash(round: Round): Bet[] {
	round.phase = "crashed";
	const lost = [...round.bets.values()].filter(({ status }) => status === "active");
	for (const bet of lost) Object.assign(bet, { status: "lost", payout: 0 });
	return lost;
}
