import type { Bet } from "./crash";
import {
	type BetChanges,
	type Exit,
	type PublicBet,
	type PublicPlayer,
	SHOWN_BETS,
	SHOWN_EXITS,
	type Totals,
	viewBet,
} from "./view";

const NO_TOTALS: Totals = { players: 0, staked: 0, paid: 0, flying: 0 };

/**
 * The bets of one round that are shown to all players: the {@link SHOWN_BETS} largest, so that the cost of publishing
 * does not grow with the number of players. The totals count all bets.
 */
export class ShownBets {
	private readonly players = new Map<Bet, PublicPlayer>();
	/** The number of each bet in the order of placement. */
	private readonly orders = new Map<Bet, number>();
	private placed = 0;
	/** Bets that {@link takeUnnamed} has not returned yet. */
	private readonly unnamed = new Set<Bet>();
	/** Among bets of the same stake, the earlier ones. */
	private largest: Bet[] = [];
	/** True after one of them was removed, until the next largest is added. */
	private isShort = false;
	/** Bets that were published. */
	private published = new Set<Bet>();
	private readonly changed = new Set<Bet>();
	/** Cash-outs that were not published, of bets that are not shown. */
	private exits: Bet[] = [];
	private isChanged = false;
	private readonly sums: Totals = { ...NO_TOTALS };

	/** Removes all bets and totals, for a new round. */
	clear(): void {
		this.players.clear();
		this.orders.clear();
		this.placed = 0;
		this.exits = [];
		this.unnamed.clear();
		this.largest = [];
		this.isShort = false;
		this.published.clear();
		this.changed.clear();
		this.isChanged = false;
		Object.assign(this.sums, NO_TOTALS);
	}

	/** Adds a bet that was placed, and counts its stake. */
	add(bet: Bet, player: PublicPlayer): void {
		this.players.set(bet, player);
		this.orders.set(bet, ++this.placed);
		this.unnamed.add(bet);
		this.count(bet, 1);
		const place = this.largest.findIndex(({ stake }) => stake < bet.stake);
		if (place === -1 && this.largest.length >= SHOWN_BETS) return;
		this.largest.splice(place === -1 ? this.largest.length : place, 0, bet);
		this.largest.length = Math.min(this.largest.length, SHOWN_BETS);
		this.changed.add(bet);
	}

	/** Removes a bet that was cancelled or refunded, and its stake from the totals. Call it once per bet. */
	remove(bet: Bet): void {
		this.players.delete(bet);
		this.orders.delete(bet);
		this.unnamed.delete(bet);
		this.count(bet, -1);
		const place = this.largest.indexOf(bet);
		if (place === -1) return;
		this.largest.splice(place, 1);
		this.isShort = true;
	}

	/** Counts the payout of a bet that was cashed out. Call it once per bet. */
	pay(bet: Bet): void {
		this.fill();
		this.sums.paid += bet.payout ?? 0;
		this.sums.flying -= 1;
		this.isChanged = true;
		if (this.largest.includes(bet)) this.changed.add(bet);
		else this.exits.push(bet);
	}

	/**
	 * @returns the bets that are published next and that no earlier call has returned, for the lookup of the players'
	 * names.
	 */
	takeUnnamed(): Bet[] {
		this.fill();
		const next = [...this.largest, ...this.exits.slice(0, SHOWN_EXITS)];
		const bets = next.filter((bet) => this.unnamed.has(bet));
		for (const bet of bets) this.unnamed.delete(bet);
		return bets;
	}

	/** Replaces the pseudonym of a bet by the player's name. Ignores a bet that is no longer in the round. */
	name(bet: Bet, player: Extract<PublicPlayer, { name: string }>): void {
		if (!this.players.has(bet)) return;
		this.players.set(bet, player);
		this.changed.add(bet);
		this.isChanged = true;
	}

	/** A copy of the totals of all bets of the round, also of those that are not shown. */
	get totals(): Totals {
		return { ...this.sums };
	}

	/** The shown bets in the order of placement. They count as published, so that {@link takeChanges} reports their removal. */
	view(): PublicBet[] {
		this.fill();
		for (const bet of this.largest) this.published.add(bet);
		return this.viewed(this.largest);
	}

	/** @returns the changes since the last call, which then count as published; undefined without changes. */
	takeChanges(): BetChanges | undefined {
		if (!this.isChanged) return undefined;
		this.fill();
		const shown = new Set(this.largest);
		const changed = this.viewed(this.largest.filter((bet) => this.changed.has(bet)));
		const gone = [...this.published].filter((bet) => !shown.has(bet)).map(({ id }) => id);
		this.published = shown;
		this.changed.clear();
		const exits = this.takeExits();
		this.isChanged = this.exits.length > 0;
		return { changed, gone, exits, totals: this.totals };
	}

	/** A cash-out waits for the lookup of its player's name, so that the name is published with it. */
	private takeExits(): Exit[] {
		const next = this.exits.slice(0, SHOWN_EXITS);
		const named = next.filter((bet) => !this.unnamed.has(bet));
		const exits = named.flatMap((bet) => {
			const player = this.players.get(bet);
			return player ? [{ id: bet.id, player, multiplier: bet.multiplier ?? 0, others: 0 }] : [];
		});
		const last = exits.at(-1);
		const rest = this.exits.slice(SHOWN_EXITS);
		this.exits = next.filter((bet) => this.unnamed.has(bet));
		if (last) last.others = rest.length;
		else this.exits.push(...rest);
		return exits;
	}

	private viewed(bets: readonly Bet[]): PublicBet[] {
		const views = bets.flatMap((bet) => {
			const player = this.players.get(bet);
			return player ? [viewBet(bet, player, this.orders.get(bet) ?? 0)] : [];
		});
		return views.sort((one, other) => one.order - other.order);
	}

	/** Fills the list after removals, once for all removals since the last read. */
	private fill() {
		if (!this.isShort) return;
		const before = new Set(this.largest);
		this.largest = [...this.players.keys()]
			.sort((one, other) => other.stake - one.stake)
			.slice(0, SHOWN_BETS);
		for (const bet of this.largest) if (!before.has(bet)) this.changed.add(bet);
		this.isShort = false;
	}

	private count({ stake }: Bet, sign: 1 | -1) {
		this.sums.players += sign;
		this.sums.flying += sign;
		this.sums.staked += sign * stake;
		this.isChanged = true;
	}
}
