import type { AnnouncementType } from "~/announcements/announcements";
import type { Language } from "~/i18n/languages";

export const ALERTS_TOPIC = "alerts";

declare module "~/live/topics" {
	interface Topics {
		/** For overlays with the current token, and for admins. */
		[ALERTS_TOPIC]: { queue: AlertQueue };
	}
}

/** An alert in the queue that all overlays share. Instants are Unix time in ms. */
export interface QueuedAlert {
	id: number;
	type: AnnouncementType;
	/** What has happened, such as "Ana redeemed Cap". */
	title: Record<Language, string>;
	/** Further such events that are merged into this alert: "and 7 more". */
	more: number;
	/**
	 * When the first overlay has acknowledged it: all overlays show it from then until `endsAt`. Null for one that waits: the
	 * overlay that acknowledges it starts it.
	 */
	shownAt: number | null;
	endsAt: number | null;
	/** From then on it is not started. */
	expiresAt: number;
}

/** What is due now. */
export interface AlertQueue {
	/** The time of the site. */
	now: number;
	/** For how long an alert is shown. */
	seconds: number;
	sound: boolean;
	/** The one that is being shown, then those that wait, in their order; at most ten, none while the alerts are muted. */
	alerts: QueuedAlert[];
}
