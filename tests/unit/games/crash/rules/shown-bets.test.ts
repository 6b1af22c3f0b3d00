import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bet } from "~/games/crash/engine/crash";
import { ShownBets } from "~/games/crash/engine/shown-bets";
import { type BetChanges, type PublicBet, SHOWN_BETS, viewBet } from "~/games/crash/engine/view";

const betOf = (number: number, stake: number): Bet => ({
	...{ id: `bet-${number}`, userId: `user-${number}-with-a-long-id`, stake, target: 150 },
	...{ status: "active", multiplier: null, payout: null },
});

const payBet = (bet: Bet) =>
	Object.assign(bet, { status: "cashed_out", multiplier: 200, payout: 2 * bet.stake });

const pseudonymOf = ({ id }: Bet) => ({ pseudonym: `of ${id}` });

/** Earlier ones first among equals. */
const naiveLargest = (bets: readonly Bet[], names: ReadonlyMap<Bet, string> = new Map()): PublicBet[] =>
	bets
		.map((bet, index) => ({ bet, index }))
		.sort((one, other) => other.bet.stake - one.bet.stake || one.index - other.index)
		.slice(0, SHOWN_BETS)
		.map(({ bet }) => {
			const name = names.get(bet);
			return viewBet(bet, name === undefined ? pseudonymOf(bet) : { name });
		});

const naiveTotals = (bets: readonly Bet[]) => ({
	players: bets.length,
	staked: bets.reduce((sum, { stake }) => sum + stake, 0),
	paid: bets.reduce((sum, { payout }) => sum + (payout ?? 0), 0),
});

/** Somebody who began with a view, and hears of changes since. */
function onlooker(view: readonly PublicBet[]) {
	const bets = new Map(view.map((bet) => [bet.id, bet]));
	return {
		hear({ changed, gone }: BetChanges) {
			for (const id of gone) bets.delete(id);
			for (const bet of changed) bets.set(bet.id, bet);
		},
		sees: () => [...bets.values()].sort((one, other) => one.id.localeCompare(other.id)),
	};
}

const sorted = (bets: readonly PublicBet[]) => [...bets].sort((one, other) => one.id.localeCompare(other.id));

type Step =
	| { kind: "add"; stake: number }
	| { kind: "remove" | "pay"; which: number }
	| { kind: "look" | "tell" | "name" | "clear" };

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 120,
		arbitrary: fc.record({
			kind: fc.constant("add" as const),
			stake: fc.integer({ min: 1, max: 8 }).map((tens) => 10 * tens),
		}),
	},
	{
		weight: 50,
		arbitrary: fc.record({ kind: fc.constantFrom("remove" as const, "pay" as const), which: fc.nat() }),
	},
	{
		weight: 30,
		arbitrary: fc.record({
			kind: fc.constantFrom("look" as const, "tell" as const, "tell" as const, "name" as const),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("clear" as const) }) },
);

it("shows the largest bets and the right totals, to those who look on from the start and to those who join", () => {
	let crowds = 0;
	fc.assert(
		fc.property(fc.array(step, { maxLength: 250, size: "max" }), (steps) => {
			const shown = new ShownBets();
			let bets: Bet[] = [];
			let onlookers = [onlooker(shown.view())];
			let number = 0;
			/** Every other player has a public page. */
			const names = new Map<Bet, string>();
			const asked = new Set<Bet>();
			/** Looked up, and not answered yet. */
			let lookedUp: Bet[] = [];
			for (const next of steps) {
				if (next.kind === "add") {
					const bet = betOf(number++, next.stake);
					bets.push(bet);
					shown.add(bet, pseudonymOf(bet));
				} else if (next.kind === "clear") {
					shown.clear();
					bets = [];
					onlookers = [onlooker(shown.view())];
				} else if (next.kind === "name") {
					for (const bet of lookedUp) {
						if (Number(bet.id.slice("bet-".length)) % 2 === 0) continue;
						shown.name(bet, bet.userId);
						if (bets.includes(bet)) names.set(bet, bet.userId);
					}
					lookedUp = shown.takeUnasked();
					expect(lookedUp.filter((bet) => asked.has(bet))).toEqual([]);
					for (const bet of lookedUp) asked.add(bet);
					const ids = new Set(naiveLargest(bets).map(({ id }) => id));
					expect(bets.filter((bet) => ids.has(bet.id) && !asked.has(bet))).toEqual([]);
				} else if (next.kind === "look") {
					expect(shown.view()).toEqual(naiveLargest(bets, names));
					onlookers.push(onlooker(shown.view()));
				} else if (next.kind === "tell") {
					const changes = shown.takeChanges();
					if (changes) for (const one of onlookers) one.hear(changes);
					// As text, which is compared many times faster.
					const largest = JSON.stringify(sorted(naiveLargest(bets, names)));
					for (const one of onlookers) expect(JSON.stringify(one.sees())).toBe(largest);
					if (changes) expect(changes.totals).toEqual(naiveTotals(bets));
					expect(shown.takeChanges()).toBeUndefined();
				} else if (next.kind === "remove" || next.kind === "pay") {
					const open = bets.filter(({ status }) => status === "active");
					const bet = open[next.which % (open.length || 1)];
					if (!bet) continue;
					if (next.kind === "pay") {
						payBet(bet);
						shown.pay(bet);
					} else {
						bets = bets.filter((other) => other !== bet);
						shown.remove(bet);
					}
				}
				expect(shown.totals).toEqual(naiveTotals(bets));
				if (bets.length > SHOWN_BETS) crowds += 1;
			}
		}),
		{ numRuns: 300, seed: 20260304 },
	);
	expect(crowds).toBeGreaterThan(3000);
}, 60_000);

describe("the shown bets", () => {
	it("are told of only when something has changed", () => {
		const shown = new ShownBets();
		expect(shown.takeChanges()).toBeUndefined();
		const bet = betOf(1, 10);
		shown.add(bet, pseudonymOf(bet));
		const totals = { players: 1, staked: 10, paid: 0 };
		expect(shown.takeChanges()).toEqual({ changed: [viewBet(bet, pseudonymOf(bet))], gone: [], totals });
		shown.remove(bet);
		expect(shown.takeChanges()).toEqual({
			changed: [],
			gone: ["bet-1"],
			totals: { players: 0, staked: 0, paid: 0 },
		});
	});

	it("hold no target and no id of a player", () => {
		const shown = new ShownBets();
		shown.add(betOf(1, 10), { pseudonym: "1a2b3c4d" });
		expect(Object.keys(shown.view()[0] ?? {}).sort()).toEqual([
			"id",
			"multiplier",
			"payout",
			"player",
			"stake",
			"status",
		]);
		expect(JSON.stringify([shown.view(), shown.takeChanges()])).not.toContain("user-1");
	});

	it("say nothing of a bet that came and went unseen", () => {
		const shown = new ShownBets();
		const bet = betOf(1, 10);
		shown.add(bet, pseudonymOf(bet));
		shown.remove(bet);
		shown.name(bet, "ana");
		expect(shown.takeChanges()).toMatchObject({ changed: [], gone: [] });
	});

	it("cost no more for a crowd that leaves together", () => {
		const shown = new ShownBets();
		const bets = Array.from({ length: 20_000 }, (_, number) => betOf(number, 10));
		for (const bet of bets) shown.add(bet, pseudonymOf(bet));
		shown.takeChanges();
		const began = performance.now();
		for (const bet of bets) shown.remove(bet);
		expect(shown.takeChanges()?.gone).toHaveLength(SHOWN_BETS);
		// One sort for each of them took half a minute.
		expect(performance.now() - began).toBeLessThan(2000);
	});
});
