import type { Bet } from "./crash";
import { type BetChanges, type PublicBet, type PublicPlayer, SHOWN_BETS, type Totals, viewBet } from "./view";

/** The largest bets of a round, so that the cost of publishing does not grow with the number of players. */
export class ShownBets {
	private readonly players = new Map<Bet, PublicPlayer>();
	/** Bets that {@link takeUnasked} has not returned yet. */
	private readonly unasked = new Set<Bet>();
	/** Among bets of the same stake, the earlier ones. */
	private largest: Bet[] = [];
	/** True after one of them was removed, until the next largest is added. */
	private isShort = false;
	/** Bets that were published. */
	private told = new Set<Bet>();
	private readonly changed = new Set<Bet>();
	private isChanged = false;
	private readonly sums: Totals = { players: 0, staked: 0, paid: 0 };

	clear(): void {
		this.players.clear();
		this.unasked.clear();
		this.largest = [];
		this.isShort = false;
		this.told.clear();
		this.changed.clear();
		this.isChanged = false;
		Object.assign(this.sums, { players: 0, staked: 0, paid: 0 });
	}

	add(bet: Bet, player: PublicPlayer): void {
		this.players.set(bet, player);
		this.unasked.add(bet);
		this.count(bet, 1);
		const place = this.largest.findIndex(({ stake }) => stake < bet.stake);
		if (place === -1 && this.largest.length >= SHOWN_BETS) return;
		this.largest.splice(place === -1 ? this.largest.length : place, 0, bet);
		this.largest.length = Math.min(this.largest.length, SHOWN_BETS);
		this.changed.add(bet);
	}

	remove(bet: Bet): void {
		this.players.delete(bet);
		this.unasked.delete(bet);
		this.count(bet, -1);
		const place = this.largest.indexOf(bet);
		if (place === -1) return;
		this.largest.splice(place, 1);
		this.isShort = true;
	}

	pay(bet: Bet): void {
		this.sums.paid += bet.payout ?? 0;
		this.isChanged = true;
		this.changed.add(bet);
	}

	/** @returns each shown bet once, for the lookup of the player's name. */
	takeUnasked(): Bet[] {
		this.fill();
		const bets = this.largest.filter((bet) => this.unasked.has(bet));
		for (const bet of bets) this.unasked.delete(bet);
		return bets;
	}

	/** Shows the player's name. Ignores a bet that is no longer in the round. */
	name(bet: Bet, name: string): void {
		if (!this.players.has(bet)) return;
		this.players.set(bet, { name });
		this.changed.add(bet);
		this.isChanged = true;
	}

	get totals(): Totals {
		return { ...this.sums };
	}

	view(): PublicBet[] {
		this.fill();
		for (const bet of this.largest) this.told.add(bet);
		return this.viewed(this.largest);
	}

	/** @returns the changes since the last call; undefined without changes. */
	takeChanges(): BetChanges | undefined {
		if (!this.isChanged) return undefined;
		this.fill();
		const shown = new Set(this.largest);
		const changed = this.viewed(this.largest.filter((bet) => this.changed.has(bet)));
		const gone = [...this.told].filter((bet) => !shown.has(bet)).map(({ id }) => id);
		this.told = shown;
		this.changed.clear();
		this.isChanged = false;
		return { changed, gone, totals: this.totals };
	}

	private viewed(bets: readonly Bet[]): PublicBet[] {
		return bets.flatMap((bet) => {
			const player = this.players.get(bet);
			return player ? [viewBet(bet, player)] : [];
		});
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
		this.sums.staked += sign * stake;
		this.isChanged = true;
	}
}
