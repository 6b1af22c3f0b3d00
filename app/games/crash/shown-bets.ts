import type { Bet } from "./crash";
import { type PublicBet, SHOWN_BETS, type Totals, viewBet } from "./view";

/** What has changed among the bets that everybody sees. */
export interface BetChanges {
	changed: PublicBet[];
	/** Ids of bets that were taken back. */
	gone: string[];
	totals: Totals;
}

/** The largest bets of a round, kept so that a crowd costs no more to show than fifty players do. */
export class ShownBets {
	private largest: Bet[] = [];
	private readonly changed = new Set<Bet>();
	private gone: string[] = [];
	private isChanged = false;
	private readonly sums: Totals = { players: 0, staked: 0, paid: 0 };

	clear(): void {
		this.largest = [];
		this.changed.clear();
		this.gone = [];
		this.isChanged = false;
		Object.assign(this.sums, { players: 0, staked: 0, paid: 0 });
	}

	add(bet: Bet): void {
		this.count(bet, 1);
		const place = this.largest.findIndex(({ stake }) => stake < bet.stake);
		if (place === -1 && this.largest.length >= SHOWN_BETS) return;
		this.largest.splice(place === -1 ? this.largest.length : place, 0, bet);
		this.largest.length = Math.min(this.largest.length, SHOWN_BETS);
		this.changed.add(bet);
	}

	/** @param others the bets that stay, one of which may be shown in its place. */
	remove(bet: Bet, others: Iterable<Bet>): void {
		this.count(bet, -1);
		if (!this.largest.includes(bet)) return;
		this.changed.delete(bet);
		this.gone.push(bet.id);
		const before = new Set(this.largest);
		this.largest = [...others].sort((one, other) => other.stake - one.stake).slice(0, SHOWN_BETS);
		for (const shown of this.largest) if (!before.has(shown)) this.changed.add(shown);
	}

	pay(bet: Bet): void {
		this.sums.paid += bet.payout ?? 0;
		this.isChanged = true;
		if (this.largest.includes(bet)) this.changed.add(bet);
	}

	get totals(): Totals {
		return { ...this.sums };
	}

	view(): PublicBet[] {
		return this.largest.map(viewBet);
	}

	/** What has changed since the last call; undefined if nothing has. */
	takeChanges(): BetChanges | undefined {
		if (!this.isChanged) return undefined;
		const shown = new Set(this.largest);
		const changed = [...this.changed].filter((bet) => shown.has(bet)).map(viewBet);
		const changes = { changed, gone: this.gone, totals: this.totals };
		this.changed.clear();
		this.gone = [];
		this.isChanged = false;
		return changes;
	}

	private count({ stake }: Bet, sign: 1 | -1) {
		this.sums.players += sign;
		this.sums.staked += sign * stake;
		this.isChanged = true;
	}
}
