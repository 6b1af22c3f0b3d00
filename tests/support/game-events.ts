import type { GameEvents } from "~/games/game-events";

/** For tests that do not check what a game reports. */
export const NO_GAME_EVENTS: GameEvents = { announceBalance() {}, winStored() {}, played() {} };
