import type { Db, Trx } from "db/database";
import { dateIn } from "~/i18n/format";
import { findTopWinsOfDay, insertWin } from "./wins.queries.server";

export type GameName = "Navalhas Plinko" | "Navalhas Crash (SP)" | "Navalhas Crash (MP)";

const TOP_WINS = 5;

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

/** The five biggest wins of the day in the site's time zone. */
export const readTopWins = (db: Db, now: Date, timeZone: string) =>
	findTopWinsOfDay(db, dateIn(timeZone, now), TOP_WINS);
