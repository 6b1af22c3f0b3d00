import type { Language } from "~/i18n/languages";
import type { TopWin } from "./top-wins.server";

export const LOBBY_TOPIC = "lobby";
export const TOP_WINS_TOPIC = "top-wins";

/** The admins' switch of live Crash, and whether it is off but its last flight is still in the air. */
export interface LiveSwitch {
	active: boolean;
	stopping: boolean;
}

/** Who plays live Crash now: a line in each language; null while nobody plays. */
export type Playing = Record<Language, string> | null;

declare module "~/live/topics" {
	interface Topics {
		[LOBBY_TOPIC]: {
			"live-crash": LiveSwitch;
			playing: Playing;
		};
		/** The day's top wins. */
		[TOP_WINS_TOPIC]: { changed: Record<Language, TopWin[]> };
	}
}
