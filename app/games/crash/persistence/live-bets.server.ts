import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Config } from "~/lib/config.server";
import type { RandomHex } from "../../fairness/seeds.server";
import type { BetRepository } from "../engine/bet-repository";
import { liveCrashPoint } from "../engine/live-draw";
import { liveCrash } from "../game.server";
import { cancelBet, payBet, playerBetOf, stakeBet, voidRound } from "./bets.server";
import { createChains, type Link } from "./chain.server";
import {
	endRound,
	findBetOf,
	findOpenRounds,
	findRoundStatus,
	insertRound,
	loseOpenBets,
	updateRound,
} from "./crash.queries.server";

interface Tools {
	db: Db;
	now: () => Date;
	randomHex: RandomHex;
	config: Pick<Config, "SITE_TIMEZONE" | "LIVE_CRASH_MAX_BET">;
}

const GAME = { kind: "live", winName: liveCrash.winName } as const;

/**
 * Live rounds in the database, each drawn from the next link of the hash chain and stored when it opens. Call `ready`
 * first: it loads the chain, or stores a new one. `launch` throws an Error for a round that this object has not opened.
 */
export function createLiveBets(tools: Tools): BetRepository & { ready(): Promise<void> } {
	const { db, now } = tools;
	const chains = createChains(tools);
	/** Taken from the chain and not yet stored. A retry stores the same round. */
	let next: (Link & { id: string }) | undefined;
	const crashPoints = new Map<string, number>();

	return {
		place(round, { id, userId, stake, target }, { idempotencyKey, refusal }) {
			const request = { userId, idempotencyKey, action: "live-crash.place", input: { stake, target } };
			return withIdempotencyKey(db, request, now(), async (trx) => {
				const rules = { kind: GAME.kind, maxBet: tools.config.LIVE_CRASH_MAX_BET };
				const bet = { id, userId, stake, target, roundId: round.id };
				return { id, stake, target, balance: await stakeBet(trx, tools, rules, bet, refusal) };
			});
		},

		cancel: (bet) => transact(db, (trx) => cancelBet(trx, tools, GAME.kind, bet)),

		pay: (bet) => transact(db, (trx) => payBet(trx, tools, GAME, bet)),

		close: (round) =>
			transact(db, async (trx) => {
				if (await endRound(trx, round.id, "closed", now().toISOString())) await loseOpenBets(trx, round.id);
				else await expectClosed(trx, round.id);
			}),

		callOff: (round) => transact(db, (trx) => voidRound(trx, GAME.kind, round.id, now())),

		async findBet(userId, betId) {
			const row = await findBetOf(db, userId, betId);
			if (!row) return undefined;
			return { bet: playerBetOf(row), crashPoint: row.round_status === "closed" ? row.crash_point : null };
		},

		ready: chains.ready,

		async open() {
			next ??= { ...(await chains.next()), id: crypto.randomUUID() };
			const { id, chainId, number, hash, salt, commitment } = next;
			const crashPoint = liveCrashPoint(hash, salt);
			await transact(db, (trx) =>
				insertRound(trx, {
					id,
					game: "live",
					status: "open",
					crash_point: crashPoint,
					opened_at: now().toISOString(),
					chain_id: chainId,
					number,
					hash,
				}),
			);
			next = undefined;
			crashPoints.clear();
			crashPoints.set(id, crashPoint);
			return { id, number, commitment };
		},

		async launch({ id }) {
			await transact(db, (trx) => updateRound(trx, id, { started_at: now().toISOString() }));
			const crashPoint = crashPoints.get(id);
			if (crashPoint === undefined) throw new Error(`round ${id} was not drawn here`);
			return crashPoint;
		},
	};
}

/**
 * Checks that a round that is no longer open is closed: a close is repeated if the answer to its commit was lost.
 * @throws {Error} if the round was voided: its end must not be published.
 */
async function expectClosed(trx: Trx, id: string): Promise<void> {
	if ((await findRoundStatus(trx, id)) !== "closed") throw new Error(`round ${id} was voided before its end`);
}

/**
 * Voids the live rounds that the last process which ran the game left open, and refunds their bets. The end of such a round was
 * never published, because the engine publishes an end after `close`. Call it before the engine opens a round. Each round is
 * one transaction, so that nothing is refunded twice. Publishes nothing.
 * @returns how many rounds were voided, how many bets were refunded, and the ids of the refunded players.
 */
export async function refundOpenRounds({ db, now }: Pick<Tools, "db" | "now">) {
	const rounds = await findOpenRounds(db);
	let bets = 0;
	const userIds = new Set<string>();
	for (const { id } of rounds) {
		const refunded = await transact(db, (trx) => voidRound(trx, GAME.kind, id, now()));
		bets += refunded.size;
		for (const userId of refunded.keys()) userIds.add(userId);
	}
	return { rounds: rounds.length, bets, userIds };
}
