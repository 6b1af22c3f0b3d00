import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
	currentOf,
	type Match,
	outcomeOf,
	type Play,
	playBracket,
	rankingOf,
	withPlays,
} from "~/events/tournaments/bracket/bracket";
import { drawSeats, hashOf } from "~/events/tournaments/bracket/seats";
import { type BracketRule as Declared, DRAW_RULES, FORMATS } from "~/events/tournaments/tournament";
import { pickFrom, type Random, seededRandom } from "../../../support/random";

type BracketRule = Pick<Declared, "format" | "draw">;

const RULES = FORMATS.flatMap((format) => DRAW_RULES.map((draw): BracketRule => ({ format, draw })));
const play = (one: number, other: number, costs: [number, number] = [100, 100]): Play => [
	{ cost: costs[0], payout: one },
	{ cost: costs[1], payout: other },
];
const seatsFor = (count: number): string[] => Array.from({ length: count }, (_, at) => `e${at + 1}`);
const randomPlay = (random: Random): Play =>
	play(pickFrom([0, 50, 100, 300], random), pickFrom([0, 50, 100, 300], random), [
		pickFrom([50, 100, 300], random),
		pickFrom([50, 100, 300], random),
	]);

describe("a play", () => {
	const outcome = (format: BracketRule["format"], draw: BracketRule["draw"], ...plays: Play[]) => {
		const { side, by, plays: used } = outcomeOf({ format, draw }, plays, 1) ?? {};
		return side === undefined ? "open" : `${side} by ${by} after ${used}`;
	};

	it("is won by the larger profit, not by the larger payout", () => {
		expect(outcome("spins", "replay", play(900, 500, [800, 100]))).toBe("1 by plays after 1");
		expect(outcome("bonus", "replay", play(0, 10, [100, 200]))).toBe("0 by plays after 1");
	});

	it("that is a draw is decided by the rule that was chosen", () => {
		const draw = play(300, 200, [200, 100]);
		expect(outcome("bonus", "replay", draw)).toBe("open");
		expect(outcome("bonus", "replay", draw, play(0, 1))).toBe("1 by plays after 2");
		expect(outcome("bonus", "cost", draw)).toBe("1 by cost after 1");
		expect(outcome("bonus", "cost", play(5, 5))).toBe("1 by seat after 1");
		expect(outcome("bonus", "seat", draw)).toBe("1 by seat after 1");
	});

	it("of the best of three counts for its winner, and a draw for nobody, under every rule", () => {
		for (const draw of DRAW_RULES) {
			expect(outcome("bestOfThree", draw, play(5, 5), play(2, 1), play(1, 2))).toBe("open");
			expect(outcome("bestOfThree", draw, play(5, 5), play(2, 1), play(3, 1))).toBe("0 by plays after 3");
		}
	});

	it("of a sum counts with two others, by exact multipliers", () => {
		const thirds = [play(100, 100, [300, 300]), play(100, 100, [300, 300]), play(100, 100, [300, 300])];
		expect(outcome("sumOfThree", "replay", play(9, 1), play(9, 1))).toBe("open");
		expect(outcome("sumOfThree", "cost", ...thirds)).toBe("1 by seat after 3");
		expect(outcome("sumOfThree", "replay", ...thirds, play(0, 1), play(0, 0), play(0, 0))).toBe(
			"1 by plays after 6",
		);
		// 1/3 + 1/3 + 1/3 against 1, in other costs: a draw, which floating point would not see in each order.
		const ones = [play(1, 10, [3, 10]), play(10, 0, [30, 5]), play(100, 0, [300, 7])];
		expect(outcome("sumOfThree", "seat", ...ones)).toBe("1 by seat after 3");
	});
});

it("the draw of the seats is the same as an independent calculation", () => {
	const ids = ["b", "a", "c"];
	const list = createHash("sha256").update("b\na\nc").digest("hex");
	expect(hashOf("b\na\nc")).toBe(list);
	const key = (id: string) => createHmac("sha256", "seed").update(`${list}:${id}`).digest("hex");
	expect(drawSeats("seed", ids)).toEqual(ids.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)));
});

/** The matches once one of them has other plays. */
const entered = (
	rule: BracketRule,
	seated: string[],
	matches: Match[],
	changed: Pick<Match, "round" | "number" | "plays">,
) => {
	return playBracket(rule, seated, [withPlays({ rule, seated, matches }, changed), ...matches]);
};

/** Plays a bracket to its end with random plays. @returns all states. */
function playOut(rule: BracketRule, count: number, random: Random): Match[][] {
	const seated = seatsFor(count);
	const states = [playBracket(rule, seated)];
	for (let step = 0; step < 2000; step++) {
		const matches = states.at(-1) ?? [];
		const current = currentOf(matches);
		if (!current) return states;
		// A match that goes on for long is ended, so that it stays below the most plays.
		const next = current.plays.length > 20 ? play(200, 100) : randomPlay(random);
		const { round, number } = current;
		states.push(entered(rule, seated, matches, { round, number, plays: [...current.plays, next] }));
	}
	throw new Error("no end");
}

describe("any bracket", () => {
	it.each(RULES)(
		"has each entry in one match of a round, winners in the next, and one champion: %j",
		(rule) => {
			for (const count of [2, 3, 5, 8, 13, 32]) {
				const states = playOut(rule, count, seededRandom(count));
				for (const matches of states) {
					for (const { round, number, winner, entries } of matches) {
						const others = matches.filter((match) => match.round === round).flatMap((match) => match.entries);
						const known = others.filter((entry) => entry !== null);
						expect(new Set(known).size).toBe(known.length);
						if (winner) expect(entries).toContain(winner);
						const next = matches.find((m) => m.round === round + 1 && m.number === Math.ceil(number / 2));
						if (next) expect(next.entries[(number - 1) % 2]).toBe(winner);
					}
				}
				const first = states[0]?.filter(({ round }) => round === 1) ?? [];
				expect(first.every(({ entries: [one] }) => one !== null)).toBe(true);
				const last = states.at(-1) ?? [];
				expect(last.every(({ winner }) => winner !== null)).toBe(true);
				expect(rankingOf(last).toSorted()).toEqual(seatsFor(count).toSorted());
				expect(rankingOf(states.at(-2) ?? [])).toEqual([]);
			}
		},
	);

	it("spreads its byes over both halves", () => {
		const byes = playBracket({ format: "bonus", draw: "replay" }, seatsFor(12))
			.filter(({ decidedBy }) => decidedBy === "bye")
			.map(({ number }) => number);
		expect(byes).toEqual([1, 3, 5, 7]);
	});

	it("gives a draw that seats decide to the better seat, in either place of the match", () => {
		const played = [
			{ round: 1, number: 1, plays: [play(0, 1)] },
			{ round: 1, number: 2, plays: [play(1, 1)] },
			{ round: 2, number: 1, plays: [play(1, 1)] },
		];
		const matches = playBracket({ format: "bonus", draw: "seat" }, seatsFor(4), played);
		expect(matches.map(({ winner }) => winner)).toEqual(["e4", "e2", "e2"]);
	});

	it("takes a correction, unless it would change a match that was played", () => {
		const rule: BracketRule = { format: "bestOfThree", draw: "replay" };
		const seated = seatsFor(4);
		const enter = (matches: Match[], round: number, number: number, ...plays: Play[]) =>
			entered(rule, seated, matches, { round, number, plays });
		let matches = playBracket(rule, seated);
		expect(() => enter(matches, 2, 1, play(1, 0))).toThrow("matchNotReady");
		matches = enter(matches, 1, 1, play(2, 1), play(1, 2), play(2, 1));
		matches = enter(matches, 1, 2, play(2, 1), play(2, 1));
		matches = enter(matches, 2, 1, play(2, 1));
		// The second play was a win: the third one is not needed, and the winner is the same.
		expect(enter(matches, 1, 1, play(2, 1), play(3, 2), play(2, 1))[0]?.plays).toHaveLength(2);
		expect(() => enter(matches, 1, 1, play(2, 1), play(1, 2), play(0, 1))).toThrow("nextMatchPlayed");
		expect(() => enter(matches, 2, 1, ...Array.from({ length: 31 }, () => play(1, 1)))).toThrow("matchFull");
	});
});

it("losers of one round are ranked by those who have beaten them", () => {
	const rule: BracketRule = { format: "bonus", draw: "replay" };
	// The better seat wins.
	const played = [1, 2, 3].flatMap((round) =>
		[1, 2, 3, 4].map((number) => ({ round, number, plays: [play(2, 1)] })),
	);
	const matches = playBracket(rule, seatsFor(8), played);
	expect(rankingOf(matches)).toEqual(["e1", "e2", "e4", "e3", "e8", "e7", "e5", "e6"]);
});
