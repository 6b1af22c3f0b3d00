import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bet } from "~/games/crash/engine/crash";
import { ShownBets } from "~/games/crash/engine/shown-bets";
import { type BetChanges, type PublicBet, SHOWN_BETS, SHOWN_EXITS, viewBet } from "~/games/crash/engine/view";
import { propertySeed, sized } from "../../../../support/test-size";

const betOf = (number: number, stake: number): Bet => ({
	...{ id: `bet-${number}`, userId: `user-${number}-with-a-long-id`, stake, target: 150 },
	...{ status: "active", multiplier: null, payout: null },
});

const payBet = (bet: Bet) =>
	Object.assign(bet, { status: "cashed_out", multiplier: 200, payout: 2 * bet.stake });

const pseudonymOf = ({ id }: Bet) => ({ pseudonym: `of ${id}` });

/** The largest bets, of equal stakes the earlier ones, in the order of placement. */
const naiveLargest = (
	bets: readonly Bet[],
	names: ReadonlyMap<Bet, string> = new Map(),
	orders: ReadonlyMap<Bet, number> = new Map(),
): PublicBet[] =>
	bets
		.map((bet, index) => ({ bet, index }))
		.sort((one, other) => other.bet.stake - one.bet.stake || one.index - other.index)
		.slice(0, SHOWN_BETS)
		.sort((one, other) => one.index - other.index)
		.map(({ bet }) => {
			const name = names.get(bet);
			return viewBet(bet, name === undefined ? pseudonymOf(bet) : { name }, orders.get(bet) ?? 0);
		});

const naiveTotals = (bets: readonly Bet[]) => ({
	players: bets.length,
	staked: bets.reduce((sum, { stake }) => sum + stake, 0),
	paid: bets.reduce((sum, { payout }) => sum + (payout ?? 0), 0),
	flying: bets.filter(({ status }) => status === "active").length,
});

/** A client that starts with a view and applies changes. */
function createClient(view: readonly PublicBet[]) {
	const byId = new Map(view.map((bet) => [bet.id, bet]));
	return {
		apply({ changed, gone }: BetChanges) {
			for (const id of gone) byId.delete(id);
			for (const bet of changed) byId.set(bet.id, bet);
		},
		bets: () => [...byId.values()].sort((one, other) => one.id.localeCompare(other.id)),
	};
}

const sorted = (bets: readonly PublicBet[]) => [...bets].sort((one, other) => one.id.localeCompare(other.id));

type Step =
	| { kind: "add"; stake: number }
	| { kind: "remove" | "pay" | "unname"; which: number }
	| { kind: "join" | "publish" | "name" | "clear" };

const kinds = <Kind extends Step["kind"]>(...names: Kind[]) => fc.constantFrom(...names);
const stakes = fc.integer({ min: 1, max: 8 }).map((tens) => 10 * tens);
const step = fc.oneof(
	{ weight: 120, arbitrary: fc.record({ kind: kinds("add"), stake: stakes }) },
	{ weight: 50, arbitrary: fc.record({ kind: kinds("remove", "pay", "pay", "unname"), which: fc.nat() }) },
	{ weight: 30, arbitrary: fc.record({ kind: kinds("join", "publish", "publish", "name") }) },
	{ weight: 1, arbitrary: fc.record({ kind: kinds("clear") }) },
) as fc.Arbitrary<Step>;

it("clients that connect at the start or later show the largest bets and the correct totals", () => {
	let crowds = 0;
	fc.assert(
		fc.property(fc.array(step, { maxLength: 250, size: "max" }), (steps) => {
			const shown = new ShownBets();
			let bets: Bet[] = [];
			let clients = [createClient(shown.view())];
			let number = 0;
			const orders = new Map<Bet, number>();
			/** Since the last clear. */
			let placed = 0;
			/** Cash-outs since the last publication. */
			let paid: Bet[] = [];
			/** Published and expected cash-outs of bets that are not shown. */
			let exits = 0;
			let hiddenExits = 0;
			/** Every other player has a public page. */
			const names = new Map<Bet, string>();
			const unnamed = new Set<Bet>();
			const requested = new Set<Bet>();
			/** Bets whose names are being looked up. */
			let lookedUp: Bet[] = [];
			for (const next of steps) {
				if (next.kind === "add") {
					const bet = betOf(number++, next.stake);
					bets.push(bet);
					orders.set(bet, ++placed);
					shown.add(bet, pseudonymOf(bet));
				} else if (next.kind === "clear") {
					shown.clear();
					bets = [];
					placed = 0;
					paid = [];
					exits = 0;
					hiddenExits = 0;
					clients = [createClient(shown.view())];
				} else if (next.kind === "name") {
					for (const bet of lookedUp) {
						if (Number(bet.id.slice("bet-".length)) % 2 === 0) continue;
						shown.name(bet, { name: bet.userId });
						if (bets.includes(bet) && !unnamed.has(bet)) names.set(bet, bet.userId);
					}
					lookedUp = shown.takeUnnamed();
					expect(lookedUp.filter((bet) => requested.has(bet))).toEqual([]);
					for (const bet of lookedUp) requested.add(bet);
					const ids = new Set(naiveLargest(bets).map(({ id }) => id));
					expect(bets.filter((bet) => ids.has(bet.id) && !requested.has(bet))).toEqual([]);
				} else if (next.kind === "join") {
					expect(shown.view()).toEqual(naiveLargest(bets, names, orders));
					clients.push(createClient(shown.view()));
				} else if (next.kind === "publish") {
					// As in the live game, where an event follows the lookup of the names.
					const unnamed = shown.takeUnnamed();
					for (const bet of unnamed) requested.add(bet);
					lookedUp.push(...unnamed);
					const changes = shown.takeChanges();
					const ids = new Set(naiveLargest(bets).map(({ id }) => id));
					hiddenExits += paid.filter(({ id }) => !ids.has(id)).length;
					paid = [];
					for (const { others } of changes?.exits ?? []) exits += 1 + others;
					expect(changes?.exits.length ?? 0).toBeLessThanOrEqual(SHOWN_EXITS);
					if (changes) for (const client of clients) client.apply(changes);
					// Strings are compared much faster than objects.
					const largest = JSON.stringify(sorted(naiveLargest(bets, names, orders)));
					for (const client of clients) expect(JSON.stringify(client.bets())).toBe(largest);
					if (changes) expect(changes.totals).toEqual(naiveTotals(bets));
					expect(shown.takeChanges()).toBeUndefined();
					expect(exits).toBe(hiddenExits);
				} else if (next.kind === "unname") {
					const bet = bets[next.which % (bets.length || 1)];
					if (!bet) continue;
					unnamed.add(bet);
					names.delete(bet);
					shown.unname(bet, pseudonymOf(bet));
				} else if (next.kind === "remove" || next.kind === "pay") {
					const open = bets.filter(({ status }) => status === "active");
					const bet = open[next.which % (open.length || 1)];
					if (!bet) continue;
					if (next.kind === "pay") {
						payBet(bet);
						paid.push(bet);
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
		{ numRuns: sized(20, 300), seed: propertySeed(20260304) },
	);
	expect(crowds, "steps with hidden bets").toBeGreaterThan(sized(200, 3000));
});

describe("the displayed bets", () => {
	it("are complete for a client that connects while one of them is displaced", () => {
		const shown = new ShownBets();
		const bets = Array.from({ length: SHOWN_BETS }, (_, number) => betOf(number, 10));
		const larger = betOf(SHOWN_BETS, 20);
		for (const bet of bets) shown.add(bet, pseudonymOf(bet));
		shown.takeChanges();
		shown.add(larger, pseudonymOf(larger));
		const client = createClient(shown.view());
		shown.remove(larger);
		client.apply(shown.takeChanges() ?? expect.fail("nothing has changed"));
		expect(client.bets()).toEqual(
			sorted(naiveLargest(bets, new Map(), new Map(bets.map((bet, index) => [bet, index + 1])))),
		);
	});

	it("lose a hidden name for a client that connects while it is shown and not published", () => {
		const shown = new ShownBets();
		const bet = betOf(1, 10);
		shown.add(bet, pseudonymOf(bet));
		shown.takeChanges();
		shown.name(bet, { name: "ana" });
		const client = createClient(shown.view());
		expect(client.bets()).toMatchObject([{ player: { name: "ana" } }]);
		shown.unname(bet, pseudonymOf(bet));
		client.apply(shown.takeChanges() ?? expect.fail("nothing has changed"));
		expect(client.bets()).toMatchObject([{ player: pseudonymOf(bet) }]);
	});

	it("report the cash-outs of the others with their names, and merge those beyond the limit", () => {
		const shown = new ShownBets();
		const bets = Array.from({ length: SHOWN_BETS + 40 }, (_, number) =>
			betOf(number, number < SHOWN_BETS ? 100 : 10),
		);
		for (const bet of bets) shown.add(bet, pseudonymOf(bet));
		shown.takeUnnamed();
		shown.takeChanges();
		const hidden = bets.slice(SHOWN_BETS);
		for (const bet of [bets[0], ...hidden]) if (bet) shown.pay(payBet(bet));
		expect(shown.takeChanges()?.exits, "before the lookup of the names").toEqual([]);
		const unnamed = shown.takeUnnamed();
		expect(unnamed).toEqual(hidden.slice(0, SHOWN_EXITS));
		const [first] = unnamed;
		if (first) shown.name(first, { name: "ana" });
		const exits = shown.takeChanges()?.exits ?? [];
		expect(exits).toHaveLength(SHOWN_EXITS);
		expect(exits[0]).toEqual({ id: first?.id, player: { name: "ana" }, multiplier: 200, others: 0 });
		expect(exits.at(-1)?.others).toBe(hidden.length - SHOWN_EXITS);
		expect(JSON.stringify(exits)).not.toContain("user-");
		expect(shown.takeChanges()).toBeUndefined();
	});
});
