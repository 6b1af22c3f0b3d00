import type { Db } from "db/database";
import { transact } from "db/transact";
import type { Config } from "~/lib/config.server";
import type { RandomHex } from "../../fairness/seeds.server";
import type { BetRepository } from "../engine/bet-repository";
import { liveCrashPoint } from "../engine/live-draw";
import { liveCrash } from "../game.server";
import { createBets } from "./bets.server";
import { createChains, type Link } from "./chain.server";
import { insertRound, updateRound } from "./crash.queries.server";

interface Tools {
	db: Db;
	now: () => Date;
	randomHex: RandomHex;
	config: Pick<Config, "SITE_TIMEZONE" | "LIVE_CRASH_MAX_BET">;
}

/** The public data of a live round that has opened. */
export interface OpenedLive {
	id: string;
	/** The round's number in its hash chain, from 1. */
	number: number;
	/** The hash of the previous round, published before this one. */
	commitment: string;
}

/**
 * Live rounds in the database, each drawn from the next link of the hash chain and stored when it opens. Call `ready`
 * first: it loads the chain, or stores a new one. `launch` throws an Error for a round that this object has not opened.
 */
export function createLiveBets(tools: Tools): BetRepository<OpenedLive> & { ready(): Promise<void> } {
	const { db, now } = tools;
	const chains = createChains(tools);
	/** Taken from the chain and not yet stored. A retry stores the same round. */
	let next: (Link & { id: string }) | undefined;
	const crashPoints = new Map<string, number>();

	return {
		...createBets(tools, {
			kind: "live",
			winName: liveCrash.winName,
			maxBet: () => tools.config.LIVE_CRASH_MAX_BET,
			// Each round is stored when it opens.
			storeRound: async () => {},
		}),
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
