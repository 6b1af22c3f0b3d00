/** What the bets of both games have in common, in the transactions of the database that move their points. */
import type { Db, Trx } from "db/database";
import { DomainError } from "~/forms/domain-error";
import type { Config } from "~/lib/config.server";
import { firstIdSince } from "~/points/ledger/balance-history.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { type Posting, post, postMany } from "~/points/ledger/ledger.server";
import { admitStake } from "../../limits/limits.server";
import { announceBigWin, type BigWinSetting, recordWin } from "../../lobby/wins.server";
import type { Bet } from "../engine/crash";
import { type PlayerResult, RESULTS_KEPT } from "../engine/player-results";
import type { PlayerBet } from "../engine/view";
import { soloCrash } from "../game.server";
import {
	countCancellations,
	endRound,
	findBetOf,
	findEndedBets,
	insertBet,
	refundOpenBets,
	settleBet,
	settlePaid,
} from "./crash.queries.server";

export type CrashKind = "solo" | "live";

/**
 * Cancellations per account within {@link CANCELLATIONS_MS}, over both games. Placing and cancelling costs no
 * points but leaves two ledger entries each time. One minute leaves at most 27 entries: stake and refund of each
 * cancelled bet, and the stakes of bets that stay in a round (at most 12 solo rounds per minute, which the pause after
 * each crash limits, and 5 live rounds).
 */
export const MAX_CANCELLATIONS = 5;
const CANCELLATIONS_MS = 60_000;

/** The bet of a transaction, with its player. */
type MovedBet = Pick<Bet, "id" | "userId" | "stake">;
interface Rules {
	now(): Date;
	config: Pick<Config, "SITE_TIMEZONE"> & BigWinSetting;
}

const postingOf = ({ id, userId }: MovedBet, actor: string, at: Date) => ({
	...{ userId, reference: id, actor, at },
});

/**
 * Takes the stake of a bet and stores it in its round.
 * @returns the player's points after it.
 * @throws {DomainError} `betTooHigh`, `onBreak`, `lossLimitReached`, `insufficientPoints`; `refusal`, after these;
 * then `betAlreadyPlaced`.
 */
export async function stakeBet(
	trx: Trx,
	{ now, config }: Rules,
	{ kind, maxBet }: { kind: CrashKind; maxBet: number | undefined },
	bet: MovedBet & Pick<Bet, "target" | "shown"> & { roundId: string },
	refusal?: DomainError,
): Promise<number> {
	const { id, userId, stake, target, shown, roundId } = bet;
	const at = now();
	await admitStake(trx, { userId, stake, maxBet, at, timeZone: config.SITE_TIMEZONE });
	const taken = { ...postingOf(bet, userId, at), delta: -stake, reason: `${kind}-crash-stake` } as const;
	const balance = await post(trx, taken);
	if (refusal) throw refusal;
	const open = { status: "active", payout: null, cash_out_multiplier: null } as const;
	const shown_as = typeof shown === "number" ? ("alias" as const) : (shown ?? null);
	const row = { id, round_id: roundId, user_id: userId, amount: stake, target, shown_as, ...open };
	if (!(await insertBet(trx, { ...row, created_at: at.toISOString() }))) {
		throw new DomainError("betAlreadyPlaced");
	}
	return balance;
}

/**
 * Refunds a bet that its player cancels.
 * @returns the player's points after it.
 * @throws {DomainError} `tooManyCancellations`. @throws {Error} if the bet is no longer open.
 */
export async function cancelBet(trx: Trx, { now }: Pick<Rules, "now">, kind: CrashKind, bet: MovedBet) {
	if (!(await settleBet(trx, bet.id, { status: "cancelled" }))) throw settledBefore(bet.id);
	const cancelled = { ...postingOf(bet, bet.userId, now()), delta: bet.stake };
	const balance = await post(trx, refundOf(kind, cancelled));
	await checkCancellations(trx, cancelled);
	return balance;
}

type PaidBet = MovedBet & Pick<Bet, "multiplier" | "payout" | "shown">;

/** What is paid for a bet, and the multiplier in hundredths. @throws {TypeError} for a bet that was not cashed out. */
function cashOutOf({ id, payout, multiplier }: PaidBet) {
	if (payout === null || multiplier === null) throw new TypeError(`bet ${id} was not cashed out`);
	return { id, payout, multiplier };
}

const paymentOf = (bet: PaidBet, kind: CrashKind, at: Date): Posting => ({
	...postingOf(bet, bet.userId, at),
	delta: cashOutOf(bet).payout,
	reason: `${kind}-crash-payout`,
});

/**
 * Pays live bets that were cashed out as {@link payBet} does, all or none. The statements up to the change of the balances are few:
 * from then on, plays of these players at other processes wait, so that they do not make this transaction conflict. All acts change
 * bets before balances, so that none waits for another that waits for it.
 * @param bets of different players.
 * @returns the points of each player after it, in the order of the bets.
 * @throws {Error} if one of them was settled otherwise.
 */
export async function payBets(
	trx: Trx,
	{ now, config }: Rules,
	winName: string,
	bets: readonly PaidBet[],
): Promise<number[]> {
	const at = now();
	const settled = await settlePaid(trx, bets.map(cashOutOf));
	const paid = bets.filter(({ id }) => settled.has(id));
	const balances = await postMany(
		trx,
		paid.map((bet) => paymentOf(bet, "live", at)),
	);
	for (const bet of paid) {
		const { userId, stake, shown } = bet;
		const { payout } = cashOutOf(bet);
		const win = { userId, stake, payout, game: winName, isNamed: typeof shown !== "number" };
		await recordWin(trx, { ...win, at, timeZone: config.SITE_TIMEZONE });
	}
	for (const bet of bets)
		if (!settled.has(bet.id)) balances.set(bet.userId, await balanceAfterPayment(trx, bet));
	return bets.map(({ userId }) => balances.get(userId) ?? 0);
}

/**
 * Pays a bet that was cashed out, and stores the win if the payout exceeds the stake. A big win of a live round is announced at its
 * end. Does nothing for a bet that is paid already with the same payout.
 * @returns the player's points after it.
 * @throws {Error} if the bet was settled otherwise.
 */
export async function payBet(
	trx: Trx,
	{ now, config }: Rules,
	{ kind, winName }: { kind: CrashKind; winName: string },
	bet: PaidBet,
): Promise<number> {
	const isNamed = typeof bet.shown !== "number";
	const { id, userId, stake } = bet;
	const { payout, multiplier } = cashOutOf(bet);
	const cashedOut = { status: "cashed_out", payout, cash_out_multiplier: multiplier } as const;
	if (!(await settleBet(trx, id, cashedOut))) return balanceAfterPayment(trx, bet);
	const at = now();
	const balance = await post(trx, paymentOf(bet, kind, at));
	const win = { userId, stake, payout };
	await recordWin(trx, { ...win, game: winName, isNamed, at, timeZone: config.SITE_TIMEZONE });
	if (kind === "live") return balance;
	await announceBigWin(trx, config, { ...win, game: soloCrash.card.id, reference: id, seenAt: at });
	return balance;
}

type BetRow = NonNullable<Awaited<ReturnType<typeof findBetOf>>>;

/** A stored bet for its player. A cancelled one has the status `refunded`. */
export const playerBetOf = (
	row: Pick<BetRow, "id" | "round_id" | "amount" | "target" | "status" | "payout" | "cash_out_multiplier">,
): PlayerBet => ({
	id: row.id,
	roundId: row.round_id,
	stake: row.amount,
	target: row.target,
	status: row.status === "cancelled" ? "refunded" : row.status,
	multiplier: row.cash_out_multiplier,
	payout: row.payout,
});

/**
 * Returns the results of the player's last {@link RESULTS_KEPT} ended bets in a game, the last placed first. Open and
 * cancelled bets are left out. Multipliers are hundredths, payouts points.
 */
export async function readResults(db: Db, userId: string, kind: CrashKind): Promise<PlayerResult[]> {
	const rows = await findEndedBets(db, userId, kind, RESULTS_KEPT);
	return rows.map((row) => playerBetOf(row) as PlayerResult);
}

/** A decision must not be stored twice. */
const settledBefore = (id: string) => new Error(`bet ${id} was settled before`);

/**
 * A payment is repeated if the answer to its commit was lost.
 * @returns the balance of the player, if the bet is stored as paid with this payout.
 * @throws {Error} if it was settled otherwise.
 */
async function balanceAfterPayment(
	trx: Trx,
	{ id, userId, multiplier, payout }: Pick<Bet, "id" | "userId" | "multiplier" | "payout">,
): Promise<number> {
	const stored = await findBetOf(trx, userId, id);
	const isPaid =
		stored?.status === "cashed_out" && stored.payout === payout && stored.cash_out_multiplier === multiplier;
	if (!isPaid) throw settledBefore(id);
	return (await findBalance(trx, userId)) ?? 0;
}

const refundOf = (kind: CrashKind, posting: Omit<Posting, "reason">): Posting => ({
	...posting,
	reason: `${kind}-crash-refund`,
});

/**
 * Call after the refund, so that it is counted and the balance row is locked: a concurrent cancellation of the same
 * account then sees this one. Refunds of rounds that were called off have another actor and do not count.
 * @throws {DomainError} `tooManyCancellations`.
 */
async function checkCancellations(trx: Trx, { userId, at }: { userId: string; at: Date }): Promise<void> {
	const since = new Date(at.getTime() - CANCELLATIONS_MS).toISOString();
	const fromId = (await firstIdSince(trx, userId, since)) ?? 0;
	if ((await countCancellations(trx, userId, fromId)) > MAX_CANCELLATIONS) {
		throw new DomainError("tooManyCancellations", { limit: MAX_CANCELLATIONS });
	}
}

/**
 * Voids a round and refunds its open bets, unless it is over. As in {@link payBets}, few statements precede the change of the
 * balances.
 * @returns the refunded players.
 */
export async function voidRound(trx: Trx, kind: CrashKind, roundId: string, at: Date): Promise<string[]> {
	if (!(await endRound(trx, roundId, "voided", at.toISOString()))) return [];
	const bets = await refundOpenBets(trx, roundId);
	const refunds = bets.map(({ id, user_id: userId, amount }) =>
		refundOf(kind, { userId, delta: amount, reference: id, actor: "system", at }),
	);
	await postMany(trx, refunds);
	return refunds.map(({ userId }) => userId);
}
