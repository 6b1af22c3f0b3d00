/** The bets of both games in the database: each change is one transaction with the points it moves. */
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Config } from "~/lib/config.server";
import { firstIdSince } from "~/points/ledger/balance-history.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { type Posting, post } from "~/points/ledger/ledger.server";
import { admitStake } from "../../limits/limits.server";
import { recordWin } from "../../lobby/wins.server";
import type { BetRepository, PastBet } from "../engine/bet-repository";
import type { Bet, Round } from "../engine/crash";
import { type PlayerResult, RESULTS_KEPT } from "../engine/player-results";
import {
	countCancellations,
	endRound,
	findBetOf,
	findEndedBets,
	findOpenBets,
	findOpenRounds,
	findRoundStatus,
	insertBet,
	loseOpenBets,
	settleBet,
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

interface Tools {
	db: Db;
	now: () => Date;
	config: Pick<Config, "SITE_TIMEZONE">;
}

interface Game {
	kind: CrashKind;
	winName: string;
	/** The maximum bet now; undefined without one. */
	maxBet(): number | undefined;
	/** Stores the round that a first bet is placed on, unless it is stored already. */
	storeRound(trx: Trx, roundId: string, userId: string): Promise<void>;
}

/**
 * Creates the part of a {@link BetRepository} that both games share, on the database. Each write is one transaction
 * with its ledger entries; nothing is published. `pay` also stores the win if the payout exceeds the stake, and does nothing for a
 * bet that is paid already with the same payout. `pay` and `cancel` throw an Error if the bet is no longer open.
 */
export function createBets(
	{ db, now, config }: Tools,
	{ kind, winName, maxBet, storeRound }: Game,
): Omit<BetRepository<{ id: string }>, "open" | "launch"> {
	const posting = (bet: Pick<Bet, "id" | "userId">, actor: string) => ({
		userId: bet.userId,
		reference: bet.id,
		actor,
		at: now(),
	});

	return {
		place(round, { id, userId, stake, target }, { idempotencyKey, refusal }) {
			const request = { userId, idempotencyKey, action: `${kind}-crash.place`, input: { stake, target } };
			return withIdempotencyKey(db, request, now(), async (trx) => {
				const timeZone = config.SITE_TIMEZONE;
				await admitStake(trx, { userId, stake, maxBet: maxBet(), at: now(), timeZone });
				await storeRound(trx, round.id, userId);
				const balance = await post(trx, {
					...posting({ id, userId }, userId),
					delta: -stake,
					reason: `${kind}-crash-stake`,
				});
				if (refusal) throw refusal;
				await insertBet(trx, {
					id,
					round_id: round.id,
					user_id: userId,
					amount: stake,
					target,
					status: "active",
					payout: null,
					cash_out_multiplier: null,
					created_at: now().toISOString(),
				});
				return { id, stake, target, balance };
			});
		},

		cancel: (bet) =>
			transact(db, async (trx) => {
				await settleOpen(trx, bet.id, { status: "cancelled" });
				const cancelled = { ...posting(bet, bet.userId), delta: bet.stake };
				const balance = await refund(trx, kind, cancelled);
				await checkCancellations(trx, cancelled);
				return balance;
			}),

		pay: (bet) =>
			transact(db, async (trx) => {
				const { id, userId, stake, multiplier, payout } = bet;
				if (payout === null) throw new TypeError(`bet ${id} was not cashed out`);
				const settled = await settleBet(trx, id, {
					status: "cashed_out",
					payout,
					cash_out_multiplier: multiplier,
				});
				if (!settled) return balanceAfterPayment(trx, bet);
				const paid: Posting = {
					...posting(bet, userId),
					delta: payout,
					reason: `${kind}-crash-payout`,
				};
				const balance = await post(trx, paid);
				const win = { userId, stake, payout, game: winName, at: paid.at };
				await recordWin(trx, { ...win, timeZone: config.SITE_TIMEZONE });
				return balance;
			}),

		close: (round) =>
			transact(db, async (trx) => {
				if (await endRound(trx, round.id, "closed", now().toISOString())) await loseOpenBets(trx, round.id);
				else await expectClosed(trx, round.id);
			}),

		callOff: (round: Round) => transact(db, (trx) => voidRound(trx, kind, round.id, now())),

		async findBet(userId, betId): Promise<PastBet | undefined> {
			const row = await findBetOf(db, userId, betId);
			if (!row) return undefined;
			const status = row.status === "cancelled" ? "refunded" : row.status;
			return {
				bet: {
					id: row.id,
					roundId: row.round_id,
					stake: row.amount,
					target: row.target,
					status,
					multiplier: row.cash_out_multiplier,
					payout: row.payout,
				},
				crashPoint: row.round_status === "closed" ? row.crash_point : null,
			};
		},
	};
}

/**
 * Returns the results of the player's last {@link RESULTS_KEPT} ended bets in a game, the last placed first. Open and
 * cancelled bets are left out. Multipliers are hundredths, payouts points.
 */
export async function readResults(db: Db, userId: string, kind: CrashKind): Promise<PlayerResult[]> {
	const rows = await findEndedBets(db, userId, kind, RESULTS_KEPT);
	return rows.map(({ id, round_id, amount, target, status, payout, cash_out_multiplier }) => ({
		id,
		roundId: round_id,
		stake: amount,
		target,
		status: status as PlayerResult["status"],
		multiplier: cash_out_multiplier,
		payout,
	}));
}

/** @throws {Error} if the bet is settled already: a decision must not be stored twice. */
async function settleOpen(trx: Trx, id: string, changes: Parameters<typeof settleBet>[2]): Promise<void> {
	if (!(await settleBet(trx, id, changes))) throw settledBefore(id);
}

const settledBefore = (id: string) => new Error(`bet ${id} was settled before`);

/**
 * A payment is repeated if the answer to its commit was lost.
 * @returns the balance of the player, if the bet is stored as paid with this payout.
 * @throws {Error} if it was settled otherwise.
 */
async function balanceAfterPayment(trx: Trx, { id, userId, multiplier, payout }: Bet): Promise<number> {
	const stored = await findBetOf(trx, userId, id);
	const isPaid =
		stored?.status === "cashed_out" && stored.payout === payout && stored.cash_out_multiplier === multiplier;
	if (!isPaid) throw settledBefore(id);
	return (await findBalance(trx, userId)) ?? 0;
}

/**
 * Checks that a round that is no longer open is closed: a close is repeated if the answer to its commit was lost.
 * @throws {Error} if the round was voided: its end must not be published.
 */
async function expectClosed(trx: Trx, id: string): Promise<void> {
	if ((await findRoundStatus(trx, id)) !== "closed") throw new Error(`round ${id} was voided before its end`);
}

const refund = (trx: Trx, kind: CrashKind, posting: Omit<Posting, "reason">): Promise<number> =>
	post(trx, { ...posting, reason: `${kind}-crash-refund` });

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

/** Voids a round and refunds its open bets, unless it is over. @returns the new balance of each refunded player. */
async function voidRound(trx: Trx, kind: CrashKind, roundId: string, at: Date): Promise<Map<string, number>> {
	const balances = new Map<string, number>();
	if (!(await endRound(trx, roundId, "voided", at.toISOString()))) return balances;
	for (const { id, user_id: userId, amount } of await findOpenBets(trx, roundId)) {
		await settleOpen(trx, id, { status: "refunded" });
		const back = { userId, delta: amount, reference: id, actor: "system", at };
		balances.set(userId, await refund(trx, kind, back));
	}
	return balances;
}

/**
 * Voids the rounds that the last process which ran the games left open, and refunds their bets. The end of such a round was
 * never published, because an engine publishes an end after `close`. Call it
 * before an engine opens a round. Each round is one transaction, so that nothing is refunded twice. Publishes nothing.
 * @returns how many rounds were voided, how many bets were refunded, and the ids of the refunded players.
 */
export async function refundOpenRounds({ db, now }: Pick<Tools, "db" | "now">) {
	const rounds = await findOpenRounds(db);
	let bets = 0;
	const userIds = new Set<string>();
	for (const { id, game } of rounds) {
		const refunded = await transact(db, (trx) => voidRound(trx, game, id, now()));
		bets += refunded.size;
		for (const userId of refunded.keys()) userIds.add(userId);
	}
	return { rounds: rounds.length, bets, userIds };
}
