import type { Invariant } from "db/audit";
import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { liveCrash, soloCrash } from "./crash/game.server";
import type { Game, GameCard } from "./game";
import type { InstantGame } from "./instant/instant-game.server";
import { plinko } from "./plinko/game.server";

/** The games whose rounds are drawn and paid in one request. */
export const INSTANT_GAMES: readonly InstantGame[] = [plinko];

/** All games, in the order of the lobby. */
export const GAMES: readonly Game[] = [plinko, soloCrash, liveCrash];

/** Whether an upcoming game is open. Other games always are; live Crash has its own switch. */
export const isOpen = ({ isUpcoming }: Game, _config: Partial<Config>): boolean => !isUpcoming;

const COMING_SOON: readonly GameCard[] = [
	{ id: "dice", minBet: 5, maxWin: 500, kind: "comingSoon" },
	{ id: "wheel", minBet: 20, maxWin: 2000, kind: "comingSoon" },
];

/** The cards of the lobby. A card with a maximum bet has the true maximum win instead of the specified one. */
export const catalogueOf = (config: Config): GameCard[] => [
	...GAMES.map(({ card, maxPayout, ...game }) => {
		const maxBet = game.maxBet && config[game.maxBet];
		return maxBet === undefined ? card : { ...card, maxBet, maxWin: maxPayout(maxBet, config) };
	}),
	...COMING_SOON,
];

/** The lowest bet of all games, in points. */
export const SMALLEST_STAKE = Math.min(...GAMES.map(({ card }) => card.minBet));

export const gameInvariants: readonly Invariant[] = [
	...new Set(GAMES.flatMap(({ invariants }) => invariants)),
];

/** Reads a player's rounds in all games, for the export of their data. */
export const readPlayerRounds = (db: Db, userId: string): Record<string, JsonPart> =>
	Object.assign({}, ...GAMES.map((game) => game.readOwnRounds(db, userId)));

/** @returns path and name of each page on which outcomes of open games are verified. */
export function verifierPages(language: Language, config: Config): [path: string, name: string][] {
	const { t } = i18nIn(language);
	return GAMES.filter((game) => isOpen(game, config)).map(({ verifier }) => [
		verifier.path,
		verifier.label(t),
	]);
}
