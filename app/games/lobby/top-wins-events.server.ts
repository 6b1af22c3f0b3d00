import { LANGUAGES } from "~/i18n/languages";
import type { Clock } from "~/lib/clock";
import type { Message } from "~/live/frame.server";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import { LOBBY_TOPIC } from "./lobby-topic";
import { readTopWins } from "./top-wins.server";

/** However many win at once, the lobby hears of it this often. */
const NEWS_MS = 1000;
/** A cached page may be older than the last published wins, and its stream opens after them. */
const RECENT_MS = 10_000;

interface Tools {
	clock: Clock;
	hub: Hub;
	log: Log;
}

export function createTopWinsEvents(site: Tools & Parameters<typeof readTopWins>[0]) {
	const { clock, hub, log } = site;
	let isDue = false;
	let told = "";
	let last: { at: number; message: Message } | undefined;

	async function tell() {
		const all = await Promise.all(LANGUAGES.map((language) => readTopWins(site, language)));
		const ids = (all[0] ?? []).map(({ id }) => id).join();
		if (ids === told) return;
		told = ids;
		const wins = Object.fromEntries(LANGUAGES.map((language, at) => [language, all[at]]));
		last = { at: clock.now(), message: { event: "top-wins", data: wins } };
		hub.publish(LOBBY_TOPIC, "top-wins", wins);
	}

	return {
		/** Publishes the day's top wins to every open lobby, in each language, after a win was stored. */
		winStored() {
			if (isDue) return;
			isDue = true;
			clock.at(clock.now() + NEWS_MS, () => {
				isDue = false;
				tell().catch((error: unknown) => log.error({ event: "top-wins-untold", err: error }));
			});
		},
		/** The last news if they are recent, for a stream that begins. */
		recent: (): Message[] => (last && clock.now() - last.at < RECENT_MS ? [last.message] : []),
	};
}
