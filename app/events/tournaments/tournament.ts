/** Rules of tournaments. The functions are pure. Times are ISO 8601 in UTC, which sort as text. */
import type { RecordOf } from "~/records/record.server";
import type { Prize } from "../prizes";

export const SIZES = [4, 8, 16, 32] as const;
/**
 * Who wins a match of a bracket: the larger profit after a number of spins or of one bonus, who first wins two plays, or the larger
 * sum of three multipliers.
 */
export const FORMATS = ["spins", "bonus", "bestOfThree", "sumOfThree"] as const;
/** What decides a draw: another play, the smaller cost, or the better seat. */
export const DRAW_RULES = ["replay", "cost", "seat"] as const;

export const MAX_ROUNDS = 500;

export const MAX_TITLE_LENGTH = 80;
/** Prizes of the form. */
export const PLACES = [1, 2, 3, 4, 5] as const;

/** The sum of an entrant's best `best` multipliers among the first `rounds` rounds with at least the minimum stake. */
export interface RaceRule {
	kind: "race";
	/** The ids of the games' cards. */
	games: string[];
	best: number;
	rounds: number;
	/** Points. */
	minStake: number;
}

export interface LeagueRule {
	kind: "league";
	/** Points by rank in each hunt. */
	points: number[];
}

export interface BracketRule {
	kind: "bracket";
	size: (typeof SIZES)[number];
	format: (typeof FORMATS)[number];
	/** Of the format `spins`. */
	spins: number;
	draw: (typeof DRAW_RULES)[number];
}

export type Rule = RaceRule | LeagueRule | BracketRule;

/** A tournament without the secret seed of its seats. */
export interface Tournament extends Omit<RecordOf<"tournaments">, "rule" | "prizes" | "seatSeed"> {
	rule: Rule;
	/** Whether the seats of a bracket are drawn. */
	isDrawn: boolean;
	/** By place. */
	prizes: (Prize | null)[];
}

/** What an admin enters. Times are ISO 8601 in UTC. */
export type TournamentInput = Pick<
	Tournament,
	| ("title" | "translations" | "rule" | "prizes" | "fee" | "maxEntries" | "minAccountHours")
	| ("opensAt" | "closesAt" | "startsAt" | "endsAt")
>;

/** `settling`: it is over, and its prizes are paid soon. */
export type Phase = "planned" | "joining" | "waiting" | "running" | "settling" | "ended" | "cancelled";

type Times = Pick<Tournament, "state" | "kind" | "isDrawn" | "opensAt" | "closesAt" | "startsAt" | "endsAt">;

/**
 * What a tournament is at an instant. One that runs may still take entries: see {@link canJoin}. A bracket runs from its draw on,
 * which may be before or after the announced start.
 */
export function phaseOf(
	{ state, kind, isDrawn, opensAt, closesAt, startsAt, endsAt }: Times,
	at: Date,
): Phase {
	if (state !== "open") return state;
	const now = at.toISOString();
	if (endsAt !== null && now >= endsAt) return "settling";
	if (kind === "bracket" ? isDrawn : now >= startsAt) return "running";
	if (now < opensAt) return "planned";
	return now < closesAt ? "joining" : "waiting";
}

/** Whether viewers may enter. */
export const canJoin = (tournament: Times, at: Date): boolean =>
	["joining", "running"].includes(phaseOf(tournament, at)) && at.toISOString() < tournament.closesAt;

/** Whether nothing counts yet: the rules may be changed, and an entrant may leave and get the fee back. */
export const isEditable = (tournament: Times, at: Date): boolean =>
	["planned", "joining", "waiting"].includes(phaseOf(tournament, at));

/** Whether it may be cancelled: not once it is over, because its prizes are paid then. */
export const canCancel = (tournament: Times, at: Date): boolean =>
	!["settling", "ended", "cancelled"].includes(phaseOf(tournament, at));

/** Maximum number of entries without a limit of the tournament, which bounds the cost of a board. */
const MAX_ENTRIES = 5000;

export const maxEntriesOf = ({ rule, maxEntries }: Pick<Tournament, "rule" | "maxEntries">): number =>
	Math.min(maxEntries ?? MAX_ENTRIES, rule.kind === "bracket" ? rule.size : MAX_ENTRIES);

/** An entrant's result. */
export interface Score {
	entryId: string;
	userId: string;
	/** Hundredths of a multiplier in a race, points in a league. */
	score: number;
	/** The number of rounds or hunts that count. */
	counted: number;
	/** When the score was reached. */
	reachedAt: string;
	/** When the viewer entered. */
	enteredAt: string;
}

/** The order of a board: the higher score, of equal ones the one that was reached earlier. */
export const ranked = (scores: readonly Score[]): Score[] =>
	scores.toSorted(
		(one, other) =>
			other.score - one.score ||
			compare(one.reachedAt, other.reachedAt) ||
			compare(one.enteredAt, other.enteredAt) ||
			compare(one.entryId, other.entryId),
	);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
