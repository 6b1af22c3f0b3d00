/**
 * The names that admins can change, which other texts contain as values: the name of a page or game, and the shorter one
 * of its kind within texts. Only the server has them: pages come with the names that apply.
 */
export const names = {
	plinko: "Navalhas Plinko",
	plinkoShort: "Plinko",
	crash: "Navalhas Crash",
	crashSolo: "Navalhas Crash Solo",
	crashShort: "Crash",
	liveCrash: "Navalhas Crash Live",
	liveCrashShort: "Live Crash",
	liveCrashGame: "The Crash Game",
	slots: "Slots Pragmatic Play (Demos)",
} as const;
