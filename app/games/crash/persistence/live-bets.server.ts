import type { Trx } from "db/database";
import { transact } from "db/transact";
import type { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Site } from "~/lib/site";
import { announceBigWin } from "../../lobby/wins.server";
import type { Bet, PlacedBet } from "../engine/crash";
import { liveCrashPoint } from "../engine/live-draw";
import type { PlayerBet } from "../engine/view";
import { liveCrash } from "../game.server";
import { cancelBet, payBet, payBets, playerBetOf, stakeBet, voidRound } from "./bets.server";
import { createChains, type Link } from "./chain.server";
import {
	endRound,
	findBetOf,
	findNamedWins,
	findOpenRounds,
	findRoundStatus,
	insertRound,
	loseOpenBets,
	updateRound,
} from "./crash.queries.server";
import { readLiveName } from "./live-names.server";
import { storeTogether } from "./store-together.server";

const GAME = { kind: "live", winName: liveCrash.winName } as const;

type Stored = Pick<Site, "db" | "now" | "randomHex" | "config" | "beacon"> &
	Pick<Parameters<typeof createChains>[0], "length">;
type StoredRound = { id: string };

export type LiveBets = ReturnType<typeof createLiveBets>;

/**
 * Live rounds and their bets in the database. Each round is drawn from the next link of the hash chain and stored when it opens. Each
 * write takes effect as a whole or throws and stores nothing. The engine retries all of them except `place` and `cancel`.
 */
export function createLiveBets(tools: Stored) {
	const { db, now } = tools;
	const chains = createChains(tools);
	/** Taken from the chain and not yet stored. A retry stores the same round. */
	let next: (Link & { id: string }) | undefined;
	/** The newest round, and its secret crash point. */
	let drawn = { id: "", crashPoint: 0 };

	return {
		/** Loads the chain, or stores a new one. Call it first. */
		ready: chains.ready,
		/** See `prepare` and `isReady` of {@link createChains}. */
		prepare: chains.prepare,
		isReady: chains.isReady,

		/** Creates a round before bets are accepted. @returns its public data. */
		async open(): Promise<{ id: string; number: number; commitment: string }> {
			next ??= { ...(await chains.next()), id: crypto.randomUUID() };
			const { id, chainId, number, hash, salt, commitment } = next;
			const crashPoint = liveCrashPoint(hash, salt);
			const opened_at = now().toISOString();
			await transact(db, (trx) =>
				insertRound(trx, {
					...{ id, game: "live", status: "open", crash_point: crashPoint },
					...{ opened_at, chain_id: chainId, number, hash },
				}),
			);
			next = undefined;
			drawn = { id, crashPoint };
			return { id, number, commitment };
		},

		/**
		 * Stores the start of the flight. Call it after betting has closed.
		 * @returns the crash point, in hundredths.
		 * @throws {Error} for a round that this object has not opened.
		 */
		async launch({ id }: StoredRound): Promise<number> {
			await transact(db, (trx) => updateRound(trx, id, { started_at: now().toISOString() }));
			if (drawn.id !== id) throw new Error(`round ${id} was not drawn here`);
			return drawn.crashPoint;
		},

		/**
		 * Takes the stake and stores the bet. Sets how its player is shown.
		 * @param refusal why no new bet is accepted. A repeat of an accepted bet is answered all the same.
		 * @returns the stored bet. A repeat of the idempotency key stores nothing and returns the first answer, whose id differs.
		 * @throws {DomainError} `idempotencyKeyReused` with another stake or target; those of `stakeBet`.
		 */
		place(
			round: StoredRound,
			placed: Bet,
			{ idempotencyKey, refusal }: { idempotencyKey: string; refusal?: DomainError | undefined },
		): Promise<PlacedBet> {
			const { id, userId, stake, target } = placed;
			const request = { userId, idempotencyKey, action: "live-crash.place", input: { stake, target } };
			return withIdempotencyKey(db, request, now(), async (trx) => {
				const rules = { kind: GAME.kind, maxBet: tools.config.LIVE_CRASH_MAX_BET };
				placed.shown = (await readLiveName(tools, trx, userId)).shown;
				const bet = { ...placed, roundId: round.id };
				return { id, stake, target, balance: await stakeBet(trx, tools, rules, bet, refusal) };
			});
		},

		/** See `cancelBet`. */
		cancel: (bet: Bet) => transact(db, (trx) => cancelBet(trx, tools, GAME.kind, bet)),

		/** See `payBet`. Payments that wait are stored together. */
		pay: storeTogether(
			(bets: readonly Bet[]) => transact(db, (trx) => payBets(trx, tools, GAME.winName, bets)),
			(bet) => transact(db, (trx) => payBet(trx, tools, GAME, bet)),
		),

		/** Marks the open bets as lost and closes the round. Call it after all payouts are stored. */
		close: (round: StoredRound) =>
			transact(db, async (trx) => {
				const at = now();
				if (!(await endRound(trx, round.id, "closed", at.toISOString()))) return expectClosed(trx, round.id);
				await loseOpenBets(trx, round.id);
				for (const win of await findNamedWins(trx, round.id))
					await announceBigWin(trx, tools.config, { ...win, game: liveCrash.card.id, seenAt: at });
			}),

		/** See `voidRound`. */
		callOff: (round: StoredRound) => transact(db, (trx) => voidRound(trx, GAME.kind, round.id, now())),

		/**
		 * A stored bet of the user; undefined if it is unknown or another user's. A cancelled bet has the status `refunded`. The crash
		 * point is null until the round is closed.
		 */
		async findBet(
			userId: string,
			betId: string,
		): Promise<{ bet: PlayerBet; crashPoint: number | null } | undefined> {
			const row = await findBetOf(db, userId, betId);
			if (!row) return undefined;
			return { bet: playerBetOf(row), crashPoint: row.round_status === "closed" ? row.crash_point : null };
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
export async function refundOpenRounds({ db, now }: Pick<Site, "db" | "now">) {
	const rounds = await findOpenRounds(db);
	let bets = 0;
	const userIds = new Set<string>();
	for (const { id } of rounds) {
		const refunded = await transact(db, (trx) => voidRound(trx, GAME.kind, id, now()));
		bets += refunded.length;
		for (const userId of refunded) userIds.add(userId);
	}
	return { rounds: rounds.length, bets, userIds };
}
