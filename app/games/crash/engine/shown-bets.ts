import { type Bet, newBet } from "./crash";
import {
	type BetChanges,
	type Exit,
	NO_TOTALS,
	type PublicBet,
	type PublicPlayer,
	SHOWN_BETS,
	SHOWN_EXITS,
	type TopExit,
	type Totals,
	viewBet,
} from "./view";

interface Entry {
	player: PublicPlayer;
	/** The place in the order of placement. */
	order: number;
	/** Whether {@link ShownBets.takeUnnamed} has returned the bet. */
	isLookedUp: boolean;
	/** The player's name is not shown in this round. */
	isUnnamed: boolean;
	/** Whether its cash-out is stored. The engine changes a bet when it decides, before that. */
	isPaid: boolean;
}

/**
 * The bets of one round that are shown to all players: the {@link SHOWN_BETS} largest, of equal stakes the earlier ones, so that the
 * cost of publishing does not grow with the number of players. The totals count all bets.
 */
export class ShownBets {
	private readonly entries = new Map<Bet, Entry>();
	private placed = 0;
	/** The shown bets in the order of placement; undefined after a change. */
	private shown: Map<Bet, Entry> | undefined;
	/** The totals of all bets of the round, also of those that are not shown. */
	totals: Totals = NO_TOTALS;
	/** By id: what was published of a bet, as JSON; empty for a bet that only some clients have, because {@link view} differed. */
	private published = new Map<string, string>();
	/** Cash-outs since the last change that was published. */
	private paid: Bet[] = [];
	/** The biggest exit of the round; of equal ones the earlier. */
	private top: Bet | undefined;
	private isChanged = false;

	/** Removes all bets and totals, for a new round. */
	clear(): void {
		this.entries.clear();
		this.placed = 0;
		this.shown = undefined;
		this.totals = NO_TOTALS;
		this.published.clear();
		this.paid = [];
		this.top = undefined;
		this.isChanged = false;
	}

	/** Adds a bet that was placed, and counts its stake. */
	add(bet: Bet, player: PublicPlayer): void {
		this.entries.set(bet, {
			player,
			order: ++this.placed,
			isLookedUp: false,
			isUnnamed: false,
			isPaid: false,
		});
		this.count({ players: 1, flying: 1, staked: bet.stake });
	}

	/** Removes a bet that was cancelled or refunded, and its stake from the totals. Call it once per bet. */
	remove(bet: Bet): void {
		this.entries.delete(bet);
		this.count({ players: -1, flying: -1, staked: -bet.stake });
	}

	/** Shows the cash-out of a bet, and counts its payout. Call it once per bet, after the payment is stored. */
	pay(bet: Bet): void {
		const entry = this.entries.get(bet);
		if (entry) entry.isPaid = true;
		this.paid.push(bet);
		if (winOf(bet) > (this.top ? winOf(this.top) : 0)) this.top = bet;
		this.count({ paid: bet.payout ?? 0, flying: -1 });
	}

	/** Counts no bet as flying any longer. To be called at the crash, which tells clients so. */
	crash(): void {
		this.totals = { ...this.totals, flying: 0 };
	}

	/**
	 * @returns the bets that are published next and that no earlier call has returned, for the lookup of the players'
	 * names.
	 */
	takeUnnamed(): Bet[] {
		const next = [...this.largest().keys(), ...this.exits().slice(0, SHOWN_EXITS)];
		if (this.top) next.push(this.top);
		return next.filter((bet) => {
			const entry = this.entries.get(bet);
			if (!entry || entry.isLookedUp) return false;
			entry.isLookedUp = true;
			return true;
		});
	}

	/** Replaces the pseudonym of a bet by the player's name. Ignores a bet that is no longer in the round, or unnamed. */
	name(bet: Bet, player: Extract<PublicPlayer, { name: string }>): void {
		const entry = this.entries.get(bet);
		if (!entry || entry.isUnnamed) return;
		entry.player = player;
		this.count({});
	}

	/** Replaces the name of a bet by a pseudonym for the rest of the round, also if a lookup has read the name already. */
	unname(bet: Bet, player: PublicPlayer): void {
		const entry = this.entries.get(bet);
		if (!entry) return;
		Object.assign(entry, { player, isUnnamed: true });
		this.count({});
	}

	/** The biggest exit so far; undefined if no bet was paid more than its stake. */
	topExit(): TopExit | undefined {
		const { top } = this;
		const player = top && this.entries.get(top)?.player;
		return player && { id: top.id, player, multiplier: top.multiplier ?? 0, win: winOf(top) };
	}

	/** The shown bets in the order of placement. {@link takeChanges} reports what differs from this view, too. */
	view(): PublicBet[] {
		const bets = this.views();
		if (!this.isChanged) return bets;
		const viewed = viewsById(bets);
		// At the next publication a bet may be again as it was before this view: shown, or without its player's name.
		for (const id of [...viewed.keys(), ...this.published.keys()])
			if (viewed.get(id) !== this.published.get(id)) this.published.set(id, "");
		return bets;
	}

	/** @returns the changes since the last call, which then count as published; undefined without changes. */
	takeChanges(): BetChanges | undefined {
		if (!this.isChanged) return undefined;
		const before = this.published;
		const views = this.views();
		this.published = viewsById(views);
		const changed = views.filter(({ id }) => this.published.get(id) !== before.get(id));
		const gone = [...before.keys()].filter((id) => !this.published.has(id));
		const exits = this.takeExits();
		this.isChanged = this.paid.length > 0;
		return { changed, gone, exits, totals: this.totals };
	}

	/** A cash-out waits for the lookup of its player's name, so that the name is published with it. */
	private takeExits(): Exit[] {
		const exits = this.exits();
		const next = exits.slice(0, SHOWN_EXITS);
		const rest = exits.slice(SHOWN_EXITS);
		const isReady = (bet: Bet) => this.entries.get(bet)?.isLookedUp ?? false;
		const ready = next.filter(isReady).flatMap((bet): Exit[] => {
			const player = this.entries.get(bet)?.player;
			return player ? [{ id: bet.id, player, multiplier: bet.multiplier ?? 0, others: 0 }] : [];
		});
		const last = ready.at(-1);
		if (last) last.others = rest.length;
		this.paid = [...next.filter((bet) => !isReady(bet)), ...(last ? [] : rest)];
		return ready;
	}

	/** The cash-outs of bets that are not shown. */
	private exits(): Bet[] {
		const shown = this.largest();
		return this.paid.filter((bet) => !shown.has(bet));
	}

	/** A bet whose cash-out is not stored yet is shown as an open one. */
	private views(): PublicBet[] {
		return [...this.largest()].map(([bet, { player, order, isPaid }]) =>
			viewBet(bet.status === "cashed_out" && !isPaid ? newBet(bet) : bet, player, order),
		);
	}

	/** Sorts once for all changes since the last read. */
	private largest(): Map<Bet, Entry> {
		this.shown ??= new Map(
			[...this.entries]
				.sort(([one, { order }], [other, later]) => other.stake - one.stake || order - later.order)
				.slice(0, SHOWN_BETS)
				.sort(([, one], [, other]) => one.order - other.order),
		);
		return this.shown;
	}

	private count(change: Partial<Totals>): void {
		const totals = { ...this.totals };
		for (const name of Object.keys(change) as (keyof Totals)[]) totals[name] += change[name] ?? 0;
		this.totals = totals;
		this.shown = undefined;
		this.isChanged = true;
	}
}

const viewsById = (bets: readonly PublicBet[]) => new Map(bets.map((bet) => [bet.id, JSON.stringify(bet)]));

const winOf = ({ stake, payout }: Bet): number => (payout ?? 0) - stake;
