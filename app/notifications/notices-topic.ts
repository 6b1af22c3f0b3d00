import type { Language } from "~/i18n/languages";

export const NOTICES_TOPIC = "notifications";

declare module "~/live/topics" {
	interface Topics {
		[NOTICES_TOPIC]: { unread: UnreadUpdate };
	}
}

/** A viewer's number of unread notices, with the instant at which it was read. */
export interface UnreadUpdate {
	userId: string;
	unread: number;
	/** The text of the newest unread one, in each language; null without one. */
	newest: Readonly<Record<Language, string>> | null;
	/** The server's instant just before the count was read: see `BalanceUpdate`. */
	at: number;
}
