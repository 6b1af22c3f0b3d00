import type { Trx } from "db/database";
import { dateIn } from "~/platform/calendar";
import type { GameName } from "./game-names";
import { insertWin } from "./wins.queries.server";

/** Stores a round's win, payout minus stake. A round that won nothing beyond its stake is none. */
export async function recordWin(
	trx: Trx,
	win: { userId: string; amount: number; game: GameName; at: Date; timeZone: string },
): Promise<void> {
	if (win.amount <= 0) return;
	await insertWin(trx, {
		id: crypto.randomUUID(),
		user_id: win.userId,
		amount: win.amount,
		game_name: win.game,
		day: dateIn(win.timeZone, win.at),
		created_at: win.at.toISOString(),
	});
}
