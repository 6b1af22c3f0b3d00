/** The channel's stream: whether it is live, and its player on Twitch. */

import type { Language } from "~/i18n/languages";

/** The origin of Twitch's player. A page frames it after a click only. */
export const PLAYER_ORIGIN = "https://player.twitch.tv";

/** The topic of the event stream. */
export const STREAM_TOPIC = "stream";

/** The state of the stream. Without a connected channel it has no details. */
export interface StreamState {
	isLive: boolean;
	/** Undefined unless a connected channel is live. */
	details?: StreamDetails | undefined;
}

export interface StreamDetails {
	/** The start: ISO 8601. */
	since: string;
	/** One line of bounded length; may be empty. */
	title: string;
	/** As the title. */
	category: string;
	viewers: number;
	/** Start and number of viewers as a text in each language. */
	about: Record<Language, string>;
}

declare module "~/live/topics" {
	interface Topics {
		[STREAM_TOPIC]: { changed: StreamState };
	}
}

/** The page of a channel on Twitch. */
export const channelAddress = (login: string): string => `https://www.twitch.tv/${login}`;

/** The address of a channel's player. Twitch plays it only on a page of the host `parent`. */
export const playerAddress = (login: string, parent: string): string =>
	`${PLAYER_ORIGIN}/?${new URLSearchParams({ channel: login, parent, autoplay: "true" })}`;
