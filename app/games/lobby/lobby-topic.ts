import type { Language } from "~/i18n/languages";
import type { TopWin } from "./top-wins";

export const LOBBY_TOPIC = "lobby";

declare module "~/live/topics" {
	interface Topics {
		[LOBBY_TOPIC]: {
			/** Whether live Crash is switched on. */
			"live-crash": { active: boolean };
			"top-wins": Record<Language, TopWin[]>;
		};
	}
}
