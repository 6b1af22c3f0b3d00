import type { Trx } from "db/database";
import { dateIn } from "~/lib/calendar";
import type { GameName } from "./game-names";
import { insertWin } from "./wins.queries.server";

interface PaidRound {
	userId: string;
	/** Total points that the round cost and paid. */
	stake: number;
	payout: number;
	game: GameName;
	at: Date;
	timeZone: string;
}

/** Stores the win of a round: payout minus stake. Does nothing when the payout is not above the stake. */
export async function recordWin(
	trx: Trx,
	{ userId, stake, payout, game, at, timeZone }: PaidRound,
): Promise<void> {
	if (payout <= stake) return;
	await insertWin(trx, {
		id: crypto.randomUUID(),
		user_id: userId,
		amount: payout - stake,
		multiplier: Math.floor((payout * 100) / stake),
		game_name: game,
		day: dateIn(timeZone, at),
		created_at: at.toISOString(),
	});
}
