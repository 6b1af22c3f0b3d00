import type { Db } from "db/database";
import type { GameEvents } from "~/games/game-events";
import { playRound } from "~/games/instant/play.server";
import { recordWin } from "~/games/lobby/wins.server";
import { plinko } from "~/games/plinko/game.server";
import { fakeClock, seededRandomHex } from "./database";
import { testSite } from "./test-site";

/** For tests that do not check what a game reports. */
export const NO_GAME_EVENTS: GameEvents = { announceBalance() {}, winStored() {}, played() {} };

/** The dependencies of a game with the same draws for the same seed. */
export const gameTools = (db: Db, seed: number | string, now = fakeClock().now) =>
	testSite({ ...NO_GAME_EVENTS, ...{ db, now, randomHex: seededRandomHex(seed) } });

/** Plays a round of Plinko. */
export const playPlinko = (
	tools: Parameters<typeof playRound>[0],
	userId: string,
	{ idempotencyKey = crypto.randomUUID() as string, stake = 10, balls = 3 } = {},
) => playRound(tools, plinko, userId, { idempotencyKey, input: { stake, balls } });

/** Stores the win of a round of Plinko, if it pays more than it costs. */
export const storeWin = (
	db: Db,
	{ userId, amount, at, stake = 100 }: { userId: string; amount: number; at: string; stake?: number },
) =>
	db.transaction().execute((trx) =>
		recordWin(trx, {
			...{ userId, stake, payout: stake + amount, game: plinko.winName },
			...{ at: new Date(at), timeZone: "Europe/Lisbon" },
		}),
	);
