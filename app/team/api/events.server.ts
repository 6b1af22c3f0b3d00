/** The events that programs read: what the site announces, as JSON. docs/bots.md describes them. */

import type { StoredAnnouncement } from "~/announcements/announce.server";
import type { AnnouncementType } from "~/announcements/announcements";
import { LANGUAGES, type Language } from "~/i18n/languages";
import { type DescribeSite, describeAnnouncement } from "../describe-announcement.server";

export interface ProgramEvent {
	/** Increases from each event to the next. A program that goes on after the last one it has read misses none. */
	id: number;
	type: AnnouncementType;
	/** When it happened, ISO 8601. */
	timestamp: string;
	data: Record<string, unknown>;
}

/** The address of the events, as an event stream or a WebSocket. */
export const EVENTS_PATH = "/api/v1/events";

/** The subprotocol of the WebSocket. A program may offer its token beside it as `token.TOKEN`. */
export const SOCKET_PROTOCOL = "plateia.v1";

/** The event after which a program goes on: `after` of the address, or `Last-Event-ID`, which a reconnecting program sends. */
export function readAfter(address: URL, lastEventId: string | null | undefined): number | undefined {
	const text = lastEventId || address.searchParams.get("after") || "";
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Bounds an event of many winners, because receivers of webhooks expect less than 20 KB. */
const MAX_NAMES = 100;

/** The event that programs get for an announcement: with names as they are shown now, and without ids of users. */
export async function eventOf(site: DescribeSite, announcement: StoredAnnouncement): Promise<ProgramEvent> {
	const { id, type, at } = announcement;
	const {
		userId: _,
		winnerIds: _all,
		...data
	} = announcement.data as { userId?: string; winnerIds?: readonly string[] };
	const title: Partial<Record<Language, string>> = {};
	for (const language of LANGUAGES) {
		const described = await describeAnnouncement(site, announcement, language);
		// What it was about is gone.
		if (!described) continue;
		const { title: line, names, path, ...more } = described;
		title[language] = line;
		const url = site.config.APP_ORIGIN + path;
		Object.assign(data, { ...more, names: names.slice(0, MAX_NAMES), url, title });
	}
	return { id, type, timestamp: at, data };
}
