import type { Db, Trx } from "db/database";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { midnightIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import type { Site } from "~/lib/site";
import { type Posting, postAll } from "~/points/ledger/ledger.server";
import { drawNumbers } from "../fairness/draws";
import { nextDraw } from "../fairness/seeds.server";
import { admitStake } from "../limits/limits.server";
import { announceBigWin, recordWin } from "../lobby/wins.server";
import type { InstantGame } from "./instant-game.server";
import { findLastRounds, findTotalsSince, insertRound } from "./rounds.queries.server";
import { type Bet, costOf, type Round, type Totals } from "./rules";

type PlaySite = Pick<Site, "db" | "now" | "randomHex" | "announceBalance" | "winStored" | "played"> & {
	config: Pick<Config, "SITE_TIMEZONE"> & Partial<Config>;
};

export interface PlayedRound<Input extends Bet> extends Round<Input> {
	/** The player's points after the round was settled. */
	balance: number;
}

/**
 * Plays a whole round in one transaction: stake, draw, payout, win. After the commit it reports the balance, the play
 * and a win. An idempotency key plays once: a repeat returns the first answer, with the balance of that time, and reports
 * nothing.
 * @throws {DomainError} `insufficientPoints`, `betTooHigh`, `winTooHigh`, `onBreak`, `lossLimitReached`;
 * `idempotencyKeyReused` with another bet. Nothing is stored then.
 */
export async function playRound<Input extends Bet>(
	site: PlaySite,
	game: InstantGame<Input>,
	userId: string,
	{ idempotencyKey, input }: { idempotencyKey: string; input: Input },
): Promise<PlayedRound<Input>> {
	const at = site.now();
	const request = { userId, idempotencyKey, action: `${game.card.id}.play`, input };
	const id = crypto.randomUUID();
	const round = await withIdempotencyKey(site.db, request, at, (trx) =>
		settleRound(trx, site, game, { id, userId, input, at }),
	);
	const isNew = round.id === id;
	if (isNew) {
		site.announceBalance(userId);
		site.played(userId);
		if (round.payout > costOf(round)) site.winStored();
	}
	return round;
}

async function settleRound<Input extends Bet>(
	trx: Trx,
	site: PlaySite,
	game: InstantGame<Input>,
	{ id, userId, input, at }: { id: string; userId: string; input: Input; at: Date },
): Promise<PlayedRound<Input>> {
	const { rules, reasonPrefix: prefix } = game;
	const timeZone = site.config.SITE_TIMEZONE;
	const draws = rules.drawsOf(input);
	const stake = input.stake * draws;
	game.checkBet?.(input);
	await admitStake(trx, { userId, stake, maxBet: game.maxBetIn(site.config), at, timeZone });
	const { seedId, ...key } = await nextDraw(trx, site, userId);
	const outcome = rules.draw((count) => drawNumbers(key, count), draws).map(({ value }) => value);
	const payout = rules.payout(input, outcome);
	const posting = { userId, reference: id, actor: userId, at };
	const staked: Posting = { ...posting, delta: -stake, reason: `${prefix}-stake` };
	const paid: Posting = { ...posting, delta: payout, reason: `${prefix}-payout` };
	const balance = await postAll(trx, payout > 0 ? [staked, paid] : [staked]);
	await insertRound(trx, {
		id,
		game: game.card.id,
		user_id: userId,
		seed_id: seedId,
		client_seed: key.clientSeed,
		nonce: key.nonce,
		table_version: rules.tableVersion,
		stake,
		draws,
		input: JSON.stringify(input),
		outcome: JSON.stringify(outcome),
		payout,
		created_at: at.toISOString(),
	});
	const win = { userId, stake, payout };
	await recordWin(trx, { ...win, game: game.winName, at, timeZone });
	const seenAt = new Date(at.getTime() + game.animationMs(draws));
	await announceBigWin(trx, site.config, { ...win, game: game.card.id, reference: id, seenAt });
	return { id, input, outcome, payout, balance };
}

/** Reads the player's last round (undefined before the first) and the totals since midnight in `timeZone`. */
export async function readPlayer<Input extends Bet>(
	db: Db,
	game: InstantGame<Input>,
	userId: string,
	now: Date,
	timeZone: string,
): Promise<{ lastRound: Round<Input> | undefined; totals: Totals }> {
	const { id: name } = game.card;
	const [[last], totals] = await Promise.all([
		findLastRounds(db, name, userId, 1),
		findTotalsSince(db, name, userId, midnightIn(timeZone, now).toISOString()),
	]);
	return { lastRound: last && readRound(last), totals };
}

/** A stored round. */
export const readRound = <Input extends Bet>({
	id,
	payout,
	...row
}: {
	id: string;
	input: string;
	outcome: string;
	payout: number;
}): Round<Input> => ({ id, input: JSON.parse(row.input), outcome: JSON.parse(row.outcome), payout });
