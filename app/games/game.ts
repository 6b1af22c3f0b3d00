import type { Invariant } from "db/audit";
import type { Db } from "db/database";
import type { TFunction } from "i18next";
import type { JsonPart } from "~/http/json-download.server";
import type { Language } from "~/i18n/languages";
import type { Messages, Names } from "~/i18n/messages";
import type { Config } from "~/lib/config.server";
import type { EntrySource } from "~/points/statement/entry-messages";
import type { EndedRound, EndedRounds } from "./history/ended-round";

/** A card of the lobby. Its texts are the messages `lobby.game.<id>`, its picture is `lobby/art/<id>.svg`. */
export interface GameCard {
	id: keyof Messages["lobby"]["game"];
	/** Points. */
	minBet: number;
	/** Undefined until an admin sets one. */
	maxBet?: number;
	/** The figure of the specification; with a maximum bet, the most that a bet can pay. */
	maxWin: number;
	/** A live game is open while an admin runs it. */
	kind: "singleplayer" | "live" | "comingSoon";
	/** Path of the game's dialog; undefined if the game cannot be opened. */
	path?: string;
}

/**
 * The declaration of a game. The lobby, the loss limits, the statement of points, the export of a player's data, the audit
 * and the fairness pages read it; {@link GAMES} in `games.server.ts` lists all of them.
 */
export interface Game extends EntrySource {
	card: GameCard & { path: string };
	/** The setting with which an admin opens it: see `isOpen`. Undefined for a game that is always open. */
	opensWith?: "DICE_OPEN" | "WHEEL_OPEN" | undefined;
	/** The setting of the maximum bet; undefined for a game whose table limits it. */
	maxBet?: "PLINKO_MAX_BET" | "CRASH_MAX_BET" | "LIVE_CRASH_MAX_BET" | undefined;
	/** The most that a bet of at most this many points can pay. */
	maxPayout(maxBet: number, config: Config): number;
	/** The name under which its wins are stored. */
	winName: string;
	/** The name that lists of wins display, of those that admins can change; undefined for that of the card. */
	nameInLists?: keyof Names | undefined;
	/** The page on which its outcomes are verified. */
	verifier: { path: string; label: (t: TFunction) => string };
	/**
	 * Reads a player's own rounds, oldest first, for the export of their data: lists by their name in the file. They
	 * contain no secret seed and no outcome of a running round.
	 */
	readOwnRounds(db: Db, userId: string): Record<string, JsonPart>;
	/** The players' history of rounds. */
	history: {
		/** Selects the settled rounds of all players, without any secret. */
		endedRounds(db: Db): EndedRounds;
		/** What happened in a round, such as `10 balls` or `Crashed at 1.20x`. */
		resultText(t: TFunction, round: EndedRound, language: Language): string;
		/** The verifier's page of a round. */
		verifierPath(round: EndedRound): string;
	};
	/** Games that share database tables share these. */
	invariants: readonly Invariant[];
}
