/**
 * The solo rounds of viewers in the database. Each function that takes `at`, in ms since 1970, decides by that time only; it was
 * read in the step that decides.
 */
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Config } from "~/lib/config.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { drawNumbers } from "../../fairness/draws";
import { nextDraw, type RandomHex } from "../../fairness/seeds.server";
import type { BigWinSetting } from "../../lobby/wins.server";
import type { BetRequest, PlacedBet } from "../engine/crash";
import type { SoloDraw } from "../engine/solo-draw";
import { cashOutAt, isWaiting, roundAt, type SoloRound, viewSoloRound } from "../engine/solo-round";
import type { PlayerBet, Timing } from "../engine/view";
import { soloCrash } from "../game.server";
import { cancelBet, payBet, playerBetOf, stakeBet, voidRound } from "./bets.server";
import { endRound, findBetOf, insertRound, loseOpenBets, updateRound } from "./crash.queries.server";
import { findSoloRoundRow } from "./solo.queries.server";

export interface SoloTools {
	db: Db;
	now(): Date;
	randomHex: RandomHex;
	config: Pick<Config, "SITE_TIMEZONE" | "CRASH_MAX_BET"> & BigWinSetting;
	/** How a flight that starts now is drawn. */
	draw(): SoloDraw;
	timing: Timing;
}

const GAME = { kind: "solo", winName: soloCrash.winName } as const;
const textOf = (at: number): string => new Date(at).toISOString();

/** The player's newest round, or the round with this id; undefined if there is none. */
export async function findSolo(
	db: Db | Trx,
	which: { userId: string } | { id: string },
): Promise<SoloRound | undefined> {
	const row = await findSoloRoundRow(db, which);
	if (!row) return undefined;
	const { id, opened_at, started_at, closed_at, status, bet_id, bet_status, stake } = row;
	const { crash_point: crashPoint, target, payout, cash_out_multiplier } = row;
	const hasBet = bet_id !== null && bet_status !== null && stake !== null;
	const bet = hasBet && {
		...{ id: bet_id, round_id: id, amount: stake, target, status: bet_status },
		...{ payout, cash_out_multiplier },
	};
	return {
		id,
		userId: row.user_id ?? "",
		openedAt: Date.parse(opened_at),
		fliesAt: Date.parse(started_at ?? opened_at),
		crashPoint,
		closedAt: status === "closed" ? Date.parse(closed_at ?? opened_at) : null,
		isVoided: status === "voided",
		bet: bet ? playerBetOf(bet) : null,
	};
}

/** Draws the flight of a round from its player's seeds. Betting has ended, so a rotation of the seeds cannot reveal it in time. */
async function draw(
	trx: Trx,
	tools: SoloTools,
	round: SoloRound,
	fliesAt = round.fliesAt,
): Promise<SoloRound> {
	const key = await nextDraw(trx, tools, round.userId);
	const [number = 0] = drawNumbers(key, 1);
	const { version, crashPoint: pointOf } = tools.draw();
	const crashPoint = pointOf(number);
	await updateRound(trx, round.id, {
		crash_point: crashPoint,
		started_at: textOf(fliesAt),
		seed_id: key.seedId,
		client_seed: key.clientSeed,
		nonce: key.nonce,
		draw_version: version,
	});
	return { ...round, crashPoint, fliesAt };
}

/** Stores what is true of a round at a time: draws a flight that has started, settles its bet, and closes it once it is over. */
async function bring(trx: Trx, tools: SoloTools, stored: SoloRound, at: number): Promise<SoloRound> {
	const isDue = isWaiting(stored, Number.NEGATIVE_INFINITY) && at >= stored.fliesAt;
	const round = isDue ? await draw(trx, tools, stored) : stored;
	const next = roundAt(round, at);
	if (stored.bet?.status === "active" && next.bet?.status === "cashed_out") {
		await payBet(trx, tools, GAME, { ...next.bet, userId: round.userId });
	}
	if (stored.closedAt === null && next.closedAt !== null) {
		await endRound(trx, round.id, "closed", textOf(next.closedAt));
		await loseOpenBets(trx, round.id);
	}
	return next;
}

/** Stores what is true of a round at a time. @returns the round before and after it; undefined if it is unknown. */
export const bringTo = (tools: SoloTools, id: string, at: number) =>
	transact(tools.db, async (trx) => {
		const before = await findSolo(trx, { id });
		return before && { before, after: await bring(trx, tools, before, at) };
	});

/**
 * Settles a round after a time in which nobody could play: what was decided before it is stored. A bet that could have been
 * cashed out or cancelled during it is refunded, so that neither the crash point nor the length of the time decides.
 * @param from start of the time. @param until its end; before `from` if the clock was set back. Then the round would not end for
 * long, so it is voided also without an open bet.
 * @returns as {@link bringTo}.
 */
export const settleAfterAbsence = (tools: SoloTools, id: string, from: number, until: number) =>
	transact(tools.db, async (trx) => {
		const before = await findSolo(trx, { id });
		if (!before) return undefined;
		const after = await bring(trx, tools, before, from);
		const startsLater = isWaiting(after, until) && after.fliesAt - until <= tools.timing.waiting;
		const isOpenBet = after.bet?.status === "active";
		if (after.closedAt !== null || startsLater || !(isOpenBet || until < from)) return { before, after };
		await voidRound(trx, GAME.kind, id, tools.now());
		const bet = isOpenBet && after.bet ? { ...after.bet, status: "refunded" as const } : after.bet;
		return { before, after: { ...after, isVoided: true, bet } };
	});

/** The round that takes bets: the newest one, or a new one if that is over. */
async function openIn(trx: Trx, tools: SoloTools, userId: string, at: number): Promise<SoloRound> {
	const stored = await findSolo(trx, { userId });
	const last = stored && (await bring(trx, tools, stored, at));
	if (last && viewSoloRound(last, at, tools.timing)) return last;
	const id = crypto.randomUUID();
	// The newest round has the latest opening, also after the clock was set back.
	const openedAt = Math.max(at, (last?.openedAt ?? 0) + 1);
	const fliesAt = at + tools.timing.waiting;
	const times = { opened_at: textOf(openedAt), started_at: textOf(fliesAt) };
	await insertRound(trx, { id, game: "solo", status: "open", user_id: userId, ...times });
	return { id, userId, openedAt, fliesAt, crashPoint: null, closedAt: null, isVoided: false, bet: null };
}

/** Opens the player's next round, if the last one is over. */
export const openSolo = (tools: SoloTools, userId: string, at: number): Promise<SoloRound> =>
	transact(tools.db, (trx) => openIn(trx, tools, userId, at));

/**
 * Places a bet, in a new round if the last one is over. A repeat of the idempotency key stores nothing and gets the first
 * answer.
 * @throws {DomainError} `bettingClosed`, `betAlreadyPlaced`, `idempotencyKeyReused`, and those of {@link stakeBet}.
 */
export function placeSolo(tools: SoloTools, request: BetRequest, at: number): Promise<PlacedBet> {
	const { userId, idempotencyKey, stake, target } = request;
	const id = crypto.randomUUID();
	const once = { userId, idempotencyKey, action: "solo-crash.place", input: { stake, target } };
	return withIdempotencyKey(tools.db, once, tools.now(), async (trx) => {
		const round = await openIn(trx, tools, userId, at);
		const refusal = isWaiting(round, at)
			? round.bet && new DomainError("betAlreadyPlaced")
			: new DomainError("bettingClosed");
		const rules = { kind: GAME.kind, maxBet: tools.config.CRASH_MAX_BET };
		const bet = { id, userId, stake, target, roundId: round.id };
		const balance = await stakeBet(trx, tools, rules, bet, refusal ?? undefined);
		return { id, stake, target, balance };
	});
}

/** A bet of the player with its round. @throws {DomainError} `noBet`. */
export async function findSoloBet(db: Db | Trx, userId: string, betId: string) {
	const row = await findBetOf(db, userId, betId);
	const round = row && (await findSolo(db, { id: row.round_id }));
	if (!row || !round) throw new DomainError("noBet");
	return { bet: playerBetOf(row), round };
}

/**
 * Cancels a bet and refunds its stake; a repeat refunds nothing.
 * @returns the player's points.
 * @throws {DomainError} `noBet`, `bettingClosed`, `tooManyCancellations`.
 */
export const cancelSolo = (tools: SoloTools, userId: string, betId: string, at: number) =>
	transact(tools.db, async (trx) => {
		const { bet, round } = await findSoloBet(trx, userId, betId);
		if (bet.status === "refunded") return findBalance(trx, userId);
		if (bet.status !== "active" || !isWaiting(round, at)) throw new DomainError("bettingClosed");
		return cancelBet(trx, tools, GAME.kind, { ...bet, userId });
	});

/**
 * Ends betting and starts the flight of a bet. It is drawn in the same transaction, so that the bet can be neither cancelled nor
 * changed afterwards. Does nothing for a flight that has started.
 * @throws {DomainError} `noBet`, `betRefunded`.
 */
export const flySolo = (tools: SoloTools, userId: string, betId: string, at: number) =>
	transact(tools.db, async (trx) => {
		const { bet, round } = await findSoloBet(trx, userId, betId);
		if (bet.status === "refunded") throw new DomainError("betRefunded");
		if (isWaiting(round, at)) await draw(trx, tools, round, at);
	});

/** What a cash-out has decided, or found decided before. */
export interface SoloCashOut {
	before: SoloRound;
	after: SoloRound & { bet: PlayerBet };
	/** The player's points; undefined for a bet that was settled before. */
	balance: number | undefined;
}

/**
 * Cashes a bet out by hand at a time, and stores that. A bet that was settled before stays as it is.
 * @throws {DomainError} `noBet`, `notFlying`, `betRefunded`.
 */
export const cashOutSolo = (
	tools: SoloTools,
	userId: string,
	betId: string,
	at: number,
): Promise<SoloCashOut> =>
	transact(tools.db, async (trx) => {
		const { bet, round: before } = await findSoloBet(trx, userId, betId);
		if (bet.status === "refunded") throw new DomainError("betRefunded");
		if (bet.status !== "active") return { before, after: { ...before, bet }, balance: undefined };
		if (at < before.fliesAt) throw new DomainError("notFlying");
		const round = before.crashPoint === null ? await draw(trx, tools, before) : before;
		const decided = cashOutAt(round, bet, at);
		if (decided.status === "cashed_out") {
			const balance = await payBet(trx, tools, GAME, { ...decided, userId });
			return { before, after: { ...round, bet: decided }, balance };
		}
		return { before, after: { ...(await bring(trx, tools, round, at)), bet: decided }, balance: undefined };
	});
