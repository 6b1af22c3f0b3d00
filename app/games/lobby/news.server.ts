import { LANGUAGES } from "~/i18n/languages";
import type { Hub } from "~/live/hub.server";
import type { Clock } from "~/platform/clock";
import type { Log } from "~/platform/log.server";
import { readTopWins } from "./top-wins.server";

export const LOBBY_TOPIC = "lobby";
/** However many win at once, the lobby hears of it this often. */
const NEWS_MS = 1000;

interface Tools {
	clock: Clock;
	hub: Hub;
	log: Log;
}

/** @returns what tells every open lobby, in each language, of the day's top wins after one was stored. */
export function createTopWinsNews(site: Tools & Parameters<typeof readTopWins>[0]): () => void {
	const { clock, hub, log } = site;
	let isDue = false;
	let told = "";

	async function tell() {
		const all = await Promise.all(LANGUAGES.map((language) => readTopWins(site, language)));
		const ids = (all[0] ?? []).map(({ id }) => id).join();
		if (ids === told) return;
		told = ids;
		const wins = Object.fromEntries(LANGUAGES.map((language, at) => [language, all[at]]));
		hub.publish(LOBBY_TOPIC, "top-wins", wins);
	}

	return () => {
		if (isDue) return;
		isDue = true;
		clock.at(clock.now() + NEWS_MS, () => {
			isDue = false;
			tell().catch((error: unknown) => log.error({ event: "top-wins-untold", err: error }));
		});
	};
}
