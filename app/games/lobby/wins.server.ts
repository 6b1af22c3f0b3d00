import type { Trx } from "db/database";
import { announce } from "~/announcements/announce.server";
import { dateIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import { insertWin } from "./leaders.queries.server";

/** Without the setting, nothing is announced. */
export type BigWinSetting = Partial<Pick<Config, "BIG_WIN_FROM">>;

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

/**
 * Announces a win whose payout or multiplier is at least that of the setting. A win under a pseudonym must not be announced.
 * @param win.reference of the round or bet. @param win.seenAt when its player has seen the outcome.
 */
export async function announceBigWin(
	trx: Trx,
	{ BIG_WIN_FROM: from }: BigWinSetting,
	{
		userId,
		stake,
		payout,
		game,
		...win
	}: Omit<PaidRound, "at" | "timeZone" | "isNamed"> & {
		reference: string;
		seenAt: Date;
	},
): Promise<void> {
	if (from === undefined) return;
	const least = Number.parseInt(from, 10) * (from.endsWith("x") ? stake : 1);
	if (payout <= stake || payout < least) return;
	const data = { userId, game, stake, payout, multiplier: Math.floor((payout * 100) / stake) / 100 };
	const { reference, seenAt } = win;
	await announce(trx, { type: "game.big_win", reference, data, at: seenAt.toISOString() });
}
