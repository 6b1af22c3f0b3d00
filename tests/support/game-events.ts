import type { Db } from "db/database";
import type { GameEvents } from "~/games/game-events";
import { fakeClock, seededRandomHex } from "./database";

/** For tests that do not check what a game reports. */
export const NO_GAME_EVENTS: GameEvents = { announceBalance() {}, winStored() {}, played() {} };

/** The dependencies of a game with the same draws for the same seed. */
export const gameTools = (db: Db, seed: number | string, now = fakeClock().now) => ({
	...NO_GAME_EVENTS,
	...{ db, now, randomHex: seededRandomHex(seed), config: { SITE_TIMEZONE: "Europe/Lisbon" } },
});
