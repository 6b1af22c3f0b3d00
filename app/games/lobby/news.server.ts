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

/** @returns what tells every open lobby, in both languages, of the day's top wins after one was stored. */
export function createTopWinsNews(site: Tools & Parameters<typeof readTopWins>[0]): () => void {
	const { clock, hub, log } = site;
	let isDue = false;
	let told = "";

	async function tell() {
		const [pt, en] = await Promise.all([readTopWins(site, "pt"), readTopWins(site, "en")]);
		const ids = pt.map(({ id }) => id).join();
		if (ids === told) return;
		told = ids;
		hub.publish(LOBBY_TOPIC, "top-wins", { pt, en });
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
