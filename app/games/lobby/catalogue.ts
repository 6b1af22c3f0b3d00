import crashArt from "./art/crash.svg";
import diceArt from "./art/dice.svg";
import liveCrashArt from "./art/live-crash.svg";
import plinkoArt from "./art/plinko.svg";
import wheelArt from "./art/wheel.svg";

/** A card of the lobby; its name and description stand in the words under `lobby.game`. */
export interface CatalogueEntry {
	id: "plinko" | "crash" | "liveCrash" | "dice" | "wheel";
	image: string;
	/** In points. */
	minBet: number;
	maxWin: number;
	/** A live game is open while an admin lets it run. */
	kind: "singleplayer" | "live" | "comingSoon";
	/** The dialog's address; a game without one cannot be opened. */
	address?: string;
}

export const CATALOGUE: readonly CatalogueEntry[] = [
	{
		id: "plinko",
		image: plinkoArt,
		minBet: 10,
		maxWin: 1000,
		kind: "singleplayer",
		address: "/mini-games/plinko",
	},
	{
		id: "crash",
		image: crashArt,
		minBet: 10,
		maxWin: 5000,
		kind: "singleplayer",
		address: "/mini-games/crash",
	},
	{
		id: "liveCrash",
		image: liveCrashArt,
		minBet: 10,
		maxWin: 10_000,
		kind: "live",
		address: "/mini-games/live-crash",
	},
	{ id: "dice", image: diceArt, minBet: 5, maxWin: 500, kind: "comingSoon" },
	{ id: "wheel", image: wheelArt, minBet: 20, maxWin: 2000, kind: "comingSoon" },
];
