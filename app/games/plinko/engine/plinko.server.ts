import type { Db, Trx } from "db/database";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { midnightIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import { type Posting, postAll } from "~/points/ledger/ledger.server";
import { type DrawKey, drawNumbers } from "../../fairness/draws";
import { nextDraw, type RandomHex } from "../../fairness/seeds.server";
import type { GameEvents } from "../../game-events";
import { admitStake } from "../../limits/limits.server";
import { recordWin } from "../../lobby/wins.server";
import { plinko } from "../game.server";
import { findLastRound, findTotalsSince, insertRound } from "../persistence/plinko.queries.server";
import { costOf, type Round, slotOf, TABLE_VERSION, totalPayout } from "./plinko";
import type { PlinkoPlay } from "./plinko.schema";

interface Tools extends GameEvents {
	db: Db;
	now: () => Date;
	randomHex: RandomHex;
	config: Pick<Config, "SITE_TIMEZONE" | "PLINKO_MAX_BET">;
}

export interface PlayedRound extends Round {
	/** The player's points after the round was settled. */
	balance: number;
}

/** Draws the slot of each ball, from 0; the same key always gives the same slots. */
export const drawSlots = (key: DrawKey, balls: number): number[] =>
	Array.from(drawNumbers(key, balls), slotOf);

/**
 * Plays a whole round in one transaction: stake, draw, payout, win. After the commit it reports the balance, the play
 * and a win to {@link GameEvents}. An idempotency key plays once: a repeat returns the first answer, with the balance
 * of that time, and reports nothing.
 * @throws {DomainError} `insufficientPoints`, `betTooHigh`, `onBreak`, `lossLimitReached`; `idempotencyKeyReused` with another stake
 * or number of balls. Nothing is stored then.
 */
export async function playRound(
	tools: Tools,
	userId: string,
	{ idempotencyKey, stake, balls }: PlinkoPlay,
): Promise<PlayedRound> {
	const at = tools.now();
	const request = { userId, idempotencyKey, action: "plinko.play", input: { stake, balls } };
	const id = crypto.randomUUID();
	const round = await withIdempotencyKey(tools.db, request, at, (trx) =>
		settleRound(trx, tools, { id, userId, stake, balls, at }),
	);
	const isNew = round.id === id;
	if (isNew) {
		tools.announceBalance(userId);
		tools.played(userId);
		if (round.payout > costOf(round)) tools.winStored();
	}
	return round;
}

async function settleRound(
	trx: Trx,
	tools: Tools,
	{ id, userId, stake, balls, at }: { id: string; userId: string; stake: number; balls: number; at: Date },
): Promise<PlayedRound> {
	const posting = { userId, reference: id, actor: userId, at };
	const { SITE_TIMEZONE: timeZone, PLINKO_MAX_BET: maxBet } = tools.config;
	const cost = stake * balls;
	await admitStake(trx, { userId, stake: cost, maxBet, at, timeZone });
	const draw = await nextDraw(trx, tools, userId);
	const slots = drawSlots(draw, balls);
	const payout = totalPayout(stake, slots);
	const staked: Posting = { ...posting, delta: -cost, reason: "plinko-stake" };
	const paid: Posting = { ...posting, delta: payout, reason: "plinko-payout" };
	const balance = await postAll(trx, payout > 0 ? [staked, paid] : [staked]);
	await insertRound(trx, {
		id,
		user_id: userId,
		seed_id: draw.seedId,
		client_seed: draw.clientSeed,
		nonce: draw.nonce,
		table_version: TABLE_VERSION,
		stake,
		balls,
		slots: JSON.stringify(slots),
		payout,
		created_at: at.toISOString(),
	});
	await recordWin(trx, { userId, stake: cost, payout, game: plinko.winName, at, timeZone });
	return { id, stake, slots, payout, balance };
}

/** Sums of rounds: points staked, points paid and balls dropped. */
export interface Totals {
	staked: number;
	won: number;
	balls: number;
}

/** Reads the player's last round (undefined before the first) and the totals since midnight in `timeZone`. */
export async function readPlayer(
	db: Db,
	userId: string,
	now: Date,
	timeZone: string,
): Promise<{ lastRound: Round | undefined; totals: Totals }> {
	const [last, totals] = await Promise.all([
		findLastRound(db, userId),
		findTotalsSince(db, userId, midnightIn(timeZone, now).toISOString()),
	]);
	return { lastRound: last && { ...last, slots: JSON.parse(last.slots) }, totals };
}
