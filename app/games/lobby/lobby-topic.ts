import type { Language } from "~/i18n/languages";
import type { LiveSwitch } from "../crash/engine/view";
import type { TopWin } from "./top-wins";

export const LOBBY_TOPIC = "lobby";

declare module "~/live/topics" {
	interface Topics {
		[LOBBY_TOPIC]: {
			"live-crash": LiveSwitch;
			"top-wins": Record<Language, TopWin[]>;
		};
	}
}
