import type { Messages } from "../messages";

export const names: Messages["names"] = {
	plinko: "Navalhas Plinko",
	plinkoShort: "Plinko",
	crash: "Navalhas Crash",
	crashSolo: "Navalhas Crash a solo",
	crashShort: "Crash",
	liveCrash: "Navalhas Crash ao vivo",
	liveCrashShort: "Crash ao vivo",
	liveCrashGame: "O Crash",
	slots: "Slots Pragmatic Play (Demos)",
};
