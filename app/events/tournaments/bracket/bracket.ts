/**
 * The rules of a bracket. All that is entered are the plays of each match; who meets whom, who has won and the ranking
 * follow from them and the drawn seats. So to undo a step is to take back its plays.
 */
import { DomainError } from "~/forms/domain-error";
import type { BracketRule } from "../tournament";

type Rules = Pick<BracketRule, "format" | "draw">;

/** What one of the two has played. Cents. */
export interface Side {
	cost: number;
	payout: number;
}
export type Play = readonly [Side, Side];

export interface Match {
	/** From 1; in the last one is the final. */
	round: number;
	/** In its round, from 1. The winners of the first two meet in the first one of the next round. */
	number: number;
	/** The ids of the entries; null for a bye in the first round, else for one that is not known yet. */
	entries: readonly [string | null, string | null];
	plays: readonly Play[];
	winner: string | null;
	decidedBy: DecidedBy | null;
}
export type DecidedBy = "plays" | "cost" | "seat" | "bye";
export type Place = Pick<Match, "round" | "number">;
export type Played = Place & Pick<Match, "plays">;

export const matchAt = <One extends Place>(matches: readonly One[], at: Place): One | undefined =>
	matches.find(({ round, number }) => round === at.round && number === at.number);

export type StepKind = "draw" | "play" | "correct";
/** What a step has changed, as it was before. */
export type StepBefore =
	/** The draw: its seed, which is public from then on, and the times until then. */
	| { seed: string; closesAt: string; startsAt: string }
	/** A play that was entered or corrected. */
	| Played;

/**
 * Whether a match was played, also if that is undone, because viewers have seen it. After a second draw another match may have had
 * the same two.
 * @param steps the newest first.
 */
export function wasPlayed(steps: readonly { before: StepBefore }[], at: Place): boolean {
	const drawn = steps.findIndex(({ before }) => "seed" in before);
	return steps.some(
		({ before }, index) => "plays" in before && (index > drawn || matchAt([before], at) !== undefined),
	);
}

/** The most plays of a match, which draws may prolong. */
const MAX_PLAYS = 30;

/** Returns which of two numbers is higher; undefined for equal ones. */
const higherOf = <Value extends number | bigint>(one: Value, other: Value): 0 | 1 | undefined =>
	one === other ? undefined : one > other ? 0 : 1;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The sum of payout / cost, multiplied by all costs of both sides, so that it is exact. */
function multipliers(plays: readonly Play[], side: 0 | 1): bigint {
	const product = plays.flat().reduce((all, { cost }) => all * BigInt(cost), 1n);
	return plays.reduce((all, { [side]: one }) => all + (product / BigInt(one.cost)) * BigInt(one.payout), 0n);
}

const profit = (plays: readonly Play[], side: 0 | 1): number =>
	sum(plays.map(({ [side]: { cost, payout } }) => payout - cost));

const higherIn = (format: BracketRule["format"], plays: readonly Play[]): 0 | 1 | undefined =>
	format === "sumOfThree"
		? higherOf(multipliers(plays, 0), multipliers(plays, 1))
		: higherOf(profit(plays, 0), profit(plays, 1));

/**
 * Returns the side that has won, why, and after how many of the plays; undefined while the match goes on.
 * @param better the side with the better seat.
 */
export function outcomeOf({ format, draw }: Rules, plays: readonly Play[], better: 0 | 1) {
	const size = format === "sumOfThree" ? 3 : 1;
	const needed = format === "bestOfThree" ? 2 : 1;
	const wins: [number, number] = [0, 0];
	for (let end = size; end <= plays.length; end += size) {
		const played = plays.slice(end - size, end);
		const side = higherIn(format, played);
		if (side !== undefined) {
			wins[side] += 1;
			if (wins[side] === needed) return { side, by: "plays" as const, plays: end };
		} else if (draw !== "replay" && needed === 1) {
			const cost = (of: 0 | 1) => sum(played.map(({ [of]: side }) => side.cost));
			const cheaper = draw === "cost" ? higherOf(cost(1), cost(0)) : undefined;
			const by: DecidedBy = cheaper === undefined ? "seat" : "cost";
			return { side: cheaper ?? better, by, plays: end };
		}
	}
	return undefined;
}

/**
 * Returns what a side has in a match for its page: won bonuses, the sum of multipliers, or else the profit in cents. Of plays that
 * were replayed, the last ones count.
 */
export function scoreOf(format: BracketRule["format"], plays: readonly Play[], side: 0 | 1): number | null {
	if (plays.length === 0) return null;
	if (format === "bestOfThree") return plays.filter((play) => higherIn(format, [play]) === side).length;
	if (format !== "sumOfThree") return profit(plays.slice(-1), side);
	const counting = plays.slice(Math.floor((plays.length - 1) / 3) * 3);
	return sum(counting.map(({ [side]: { cost, payout } }) => payout / cost));
}

/**
 * The seats in the order of the first round: the first meets the last, and the halves of every round are balanced. Seats
 * without an entry are the last ones, so byes are spread and no match has two.
 */
function firstRound(entries: number): number[] {
	let seats = [1];
	while (seats.length < entries) seats = seats.flatMap((seat) => [seat, 2 * seats.length + 1 - seat]);
	return seats;
}

/**
 * Returns all matches, by round and number.
 * @param seated the ids of at least two entries, in the order of their seats.
 * @param played the matches for which plays were entered; of two for one match, the first counts.
 */
export function playBracket(rule: Rules, seated: readonly string[], played: readonly Played[] = []): Match[] {
	let playing = firstRound(seated.length).map((seat) => seated[seat - 1] ?? null);
	const matches: Match[] = [];
	for (let round = 1; playing.length > 1; round++) {
		const winners: (string | null)[] = [];
		for (let number = 1; 2 * number <= playing.length; number++) {
			const [one = null, other = null] = playing.slice(2 * number - 2);
			const entries = [one, other] as const;
			const entered = matchAt(played, { round, number })?.plays ?? [];
			const better = seated.indexOf(one ?? "") < seated.indexOf(other ?? "") ? 0 : 1;
			const outcome = one && other ? outcomeOf(rule, entered, better) : undefined;
			const isBye = round === 1 && other === null;
			const winner = outcome ? entries[outcome.side] : isBye ? one : null;
			const decidedBy = outcome?.by ?? (isBye ? "bye" : null);
			// Plays after the decision are left out, as after a correction.
			matches.push({ round, number, entries, plays: entered.slice(0, outcome?.plays), winner, decidedBy });
			winners.push(winner);
		}
		playing = winners;
	}
	return matches;
}

/** The first match that can be played; undefined after the final. */
export const currentOf = (matches: readonly Match[]): Match | undefined =>
	matches.find(({ entries, winner }) => winner === null && !entries.includes(null));

interface Seated {
	rule: Rules;
	seated: readonly string[];
	matches: readonly Match[];
}

/**
 * Returns a match with other plays, without those after its decision.
 * @throws {DomainError} `matchNotReady` while an entry is not known, `matchFull`, and `nextMatchPlayed` when another
 * winner would change a match that has plays: those have to be undone first.
 */
export function withPlays({ rule, seated, matches }: Seated, changed: Played): Match {
	const next = playBracket(rule, seated, [changed, ...matches]);
	const match = matchAt(next, changed);
	if (!match || match.entries.includes(null)) throw new DomainError("matchNotReady");
	if (match.plays.length > MAX_PLAYS) throw new DomainError("matchFull", { most: MAX_PLAYS });
	const isOther = ({ entries }: Match, index: number) => String(entries) !== String(matches[index]?.entries);
	if (next.some((one, index) => one.plays.length > 0 && isOther(one, index)))
		throw new DomainError("nextMatchPlayed");
	return match;
}

/**
 * Returns the ids of all entries, best first. Those who lose in the same round are in the order of those who have beaten them: who
 * loses to the champion comes before who loses to the finalist. Empty before the final is decided.
 */
export function rankingOf(matches: readonly Match[]): string[] {
	const final = matches.at(-1);
	if (!final?.winner) return [];
	const ranking = [final.winner];
	for (let { round } = final; round > 0; round--) {
		const played = matches.filter((match) => match.round === round);
		const losers = ranking.flatMap((winner) => {
			const entries = played.find((match) => match.winner === winner)?.entries ?? [];
			return entries.find((entry) => entry !== winner) ?? [];
		});
		ranking.push(...losers);
	}
	return ranking;
}
