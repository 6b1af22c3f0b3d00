import type { Invariant } from "db/audit";
import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { liveCrash, soloCrash } from "./crash/game.server";
import { dice } from "./dice/game.server";
import type { Game, GameCard } from "./game";
import type { InstantGame } from "./instant/instant-game.server";
import { plinko } from "./plinko/game.server";
import { wheel } from "./wheel/game.server";

/** The games whose rounds are drawn and paid in one request. */
export const INSTANT_GAMES: readonly InstantGame[] = [plinko, dice, wheel];

/** All games, in the order of the lobby. */
export const GAMES: readonly Game[] = [plinko, soloCrash, liveCrash, dice, wheel];

/** Whether an upcoming game is open. Other games always are; live Crash has its own switch. */
export const isOpen = ({ opensWith }: Game, config: Partial<Config>): boolean =>
	opensWith === undefined || config[opensWith] === true;

/**
 * The cards of the lobby. A card with a maximum bet has the true maximum win instead of the specified one; a closed game
 * cannot be opened.
 */
export const catalogueOf = (config: Config): GameCard[] =>
	GAMES.map((game) => {
		const { path: _, ...card } = game.card;
		if (!isOpen(game, config)) return { ...card, kind: "comingSoon" };
		const maxBet = game.maxBet && config[game.maxBet];
		return maxBet === undefined
			? game.card
			: { ...game.card, maxBet, maxWin: game.maxPayout(maxBet, config) };
	});

/** The lowest bet of all open games, in points. */
export const smallestStake = (config: Partial<Config>): number =>
	Math.min(...GAMES.filter((game) => isOpen(game, config)).map(({ card }) => card.minBet));

export const gameInvariants: readonly Invariant[] = [
	...new Set(GAMES.flatMap(({ invariants }) => invariants)),
];

/** Reads a player's rounds in all games, for the export of their data. */
export const readPlayerRounds = (db: Db, userId: string): Record<string, JsonPart> =>
	Object.assign({}, ...GAMES.map((game) => game.readOwnRounds(db, userId)));

/** @returns path and name of each page on which outcomes of open games are verified. */
export function verifierPages(language: Language, config: Config): [path: string, name: string][] {
	const { t } = i18nIn(language);
	const games = GAMES.filter((game) => isOpen(game, config));
	return [
		...games.map(({ verifier }): [string, string] => [verifier.path, verifier.label(t)]),
		["/fairness/raffle", t("fairness.rafflePage")],
	];
}
