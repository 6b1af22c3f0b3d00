/** What a win is stored under: the same in both languages. */
export type GameName = "Navalhas Plinko" | "Navalhas Crash (SP)" | "Navalhas Crash (MP)";

export const PLINKO_NAME: GameName = "Navalhas Plinko";
export const SOLO_CRASH_NAME: GameName = "Navalhas Crash (SP)";
export const LIVE_CRASH_NAME: GameName = "Navalhas Crash (MP)";
