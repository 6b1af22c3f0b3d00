import { LANGUAGES, type Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { publishInOrder } from "~/live/in-order.server";
import type { TopicMessage, Topics } from "~/live/topics";
import { LOBBY_TOPIC } from "./lobby-topic";
import { readTopWins, type TopWin } from "./top-wins.server";

/** Minimum interval between two publications, however many players win. */
const PUBLISH_INTERVAL_MS = 1000;
/** A cached page may be older than the last published wins, and its stream opens after them. */
const RECENT_MS = 10_000;

type LobbyMessage = TopicMessage<Topics, typeof LOBBY_TOPIC>;

/** Publishes the top wins of the day to the lobby when they change, at most once per {@link PUBLISH_INTERVAL_MS}. */
export function createTopWinsEvents(site: Pick<Site, "db" | "now" | "config" | "clock" | "hub" | "log">) {
	const { clock, hub, log } = site;
	let isDue = false;
	let published = "";
	let last: { at: number; message: LobbyMessage } | undefined;

	async function publish() {
		const entries = LANGUAGES.map(async (language) => [language, await readTopWins(site, language)] as const);
		const wins = Object.fromEntries(await Promise.all(entries)) as Record<Language, TopWin[]>;
		const shown = wins[LANGUAGES[0]].map(({ id, username }) => `${id} ${username}`).join();
		if (shown === published) return;
		published = shown;
		last = { at: clock.now(), message: { event: "top-wins", data: wins } };
		hub.publish(LOBBY_TOPIC, "top-wins", wins);
	}
	const publishNext = publishInOrder({
		publish,
		onError: (error) => log.error({ event: "top-wins-publish-failed", err: error }),
	});

	return {
		/**
		 * Schedules a publication of the day's top wins to every open lobby, in each language. Call it after a win or a name was
		 * committed. Never throws; errors are logged.
		 */
		winStored() {
			if (isDue) return;
			isDue = true;
			clock.at(clock.now() + PUBLISH_INTERVAL_MS, () => {
				isDue = false;
				publishNext(LOBBY_TOPIC);
			});
		},
		/** @returns the last event if it was published within {@link RECENT_MS}, for the snapshot of a new stream. */
		recent: (): LobbyMessage[] => (last && clock.now() - last.at < RECENT_MS ? [last.message] : []),
	};
}
