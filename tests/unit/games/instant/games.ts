import { INSTANT_GAMES } from "~/games/games.server";
import type { InstantGame } from "~/games/instant/instant-game.server";
import type { Bet } from "~/games/instant/rules";

/** A bet of each instant game, and another one that costs at most twice as much. */
const BETS: Record<string, [Bet, Bet]> = {
	plinko: [{ stake: 10, balls: 3 } as Bet, { stake: 10, balls: 4 } as Bet],
	dice: [{ stake: 5, chance: 4950, side: "over" } as Bet, { stake: 5, chance: 4950, side: "under" } as Bet],
	wheel: [{ stake: 20 }, { stake: 50 }],
};

/** All instant games: id, game and bets. A new game needs bets above. */
export const EACH: [string, InstantGame, Bet, Bet][] = INSTANT_GAMES.map((game) => {
	const bets = BETS[game.card.id];
	if (!bets) throw new Error(`no bets for ${game.card.id}`);
	return [game.card.id, game, ...bets];
});
