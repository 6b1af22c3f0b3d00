/** The events that programs read: what the site announces, as JSON. docs/bots.md describes them. */

import type { AnnouncementType } from "~/announcements/announcements";

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
