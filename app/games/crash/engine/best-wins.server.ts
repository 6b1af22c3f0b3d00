import type { Db } from "db/database";
import { findNames } from "../../lobby/leaders.queries.server";
import { findBestWin } from "../persistence/live.queries.server";
import type { Bet } from "./crash";
import { publicPlayerOf } from "./public-player.server";
import type { BestWin } from "./view";

interface Win {
	userId: string;
	multiplier: number;
	/** Payout minus stake. */
	win: number;
}

/**
 * The biggest win of the last live rounds. Each round's is kept in memory, so that a round with many bets is not read
 * again after it has ended.
 */
export class BestWins {
	/** By round id. */
	private readonly wins = new Map<string, Win>();
	private shown: BestWin | null = null;

	constructor(private readonly db: Db) {}

	/** Reads the biggest win of each of these rounds. */
	async load(roundIds: readonly string[]): Promise<void> {
		for (const id of roundIds) {
			const bet = await findBestWin(this.db, id);
			if (bet) {
				const { user_id: userId, amount: stake, payout, cash_out_multiplier: multiplier } = bet;
				this.note(id, { userId, stake, payout, multiplier });
			}
		}
	}

	/** Notes a bet that was paid in a round. */
	note(roundId: string, bet: Pick<Bet, "userId" | "stake" | "payout" | "multiplier">): void {
		const win = (bet.payout ?? 0) - bet.stake;
		if (win <= (this.wins.get(roundId)?.win ?? 0)) return;
		this.wins.set(roundId, { userId: bet.userId, multiplier: bet.multiplier ?? 0, win });
	}

	/**
	 * Drops all rounds but these, and looks up the name of the winner, which is shown only while the player's page is
	 * public.
	 */
	async update(roundIds: readonly string[]): Promise<void> {
		const kept = new Set(roundIds);
		for (const id of this.wins.keys()) if (!kept.has(id)) this.wins.delete(id);
		const [best] = [...this.wins.values()].sort((one, other) => other.win - one.win);
		if (!best) {
			this.shown = null;
			return;
		}
		const { userId, multiplier, win } = best;
		const [row] = await findNames(this.db, [userId]);
		const player = row ? publicPlayerOf(row) : undefined;
		this.shown = { name: player?.name ?? null, multiplier, win };
	}

	/** The biggest win as of the last {@link update}. */
	get best(): BestWin | null {
		return this.shown;
	}
}
