import type { Trx } from "db/database";
import { dateIn } from "~/lib/calendar";
import { insertWin } from "./leaders.queries.server";

interface PaidRound {
	userId: string;
	/** Total points that the round cost and paid. */
	stake: number;
	payout: number;
	/** The `winName` of its game. */
	game: string;
	/** False for a win under a pseudonym, which lists do not show. */
	isNamed?: boolean;
	at: Date;
	timeZone: string;
}

/**
 * Stores the win of a round: payout minus stake. Does nothing if the payout is not above the stake. It pays nothing and
 * publishes nothing; call it once per round, in the transaction of the payout.
 */
export async function recordWin(
	trx: Trx,
	{ userId, stake, payout, isNamed = true, game, at, timeZone }: PaidRound,
): Promise<void> {
	if (payout <= stake) return;
	await insertWin(trx, {
		id: crypto.randomUUID(),
		user_id: userId,
		amount: payout - stake,
		multiplier: Math.floor((payout * 100) / stake),
		game_name: game,
		is_named: isNamed ? 1 : 0,
		day: dateIn(timeZone, at),
		created_at: at.toISOString(),
	});
}
