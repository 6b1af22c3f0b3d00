import type { Db } from "db/database";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { instantOf } from "~/lib/instant";
import { userIn, userKey } from "~/live/audience";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import { noticeText } from "./notice-text.server";
import type { NoticeContent } from "./notices";
import { countUnreadNotices, findNewestUnread } from "./notices.queries.server";
import type { AnnounceNotices } from "./notices.server";
import { NOTICES_TOPIC, type UnreadUpdate } from "./notices-topic";

interface Tools {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
	hub: Pick<Hub, "openTopic" | "publishTo" | "isWatched">;
	log: Pick<Log, "error">;
}

/**
 * Opens the topic of the number of unread notices and the newest of them.
 * @returns the function that publishes a viewer's number to their own tabs; call it after a commit that added notices or
 * marked them as read. It reads the number in the background, so the order of two calls does not matter. Failures are
 * logged.
 */
export function openNoticesTopic({ db, config, hub, log }: Tools): AnnounceNotices {
	async function read(userId: string): Promise<UnreadUpdate> {
		const at = instantOf(performance.now());
		const [unread, row] = await Promise.all([countUnreadNotices(db, userId), findNewestUnread(db, userId)]);
		const newest = row ? textsOf(row, config.SITE_TIMEZONE) : null;
		return { userId, unread, newest, at };
	}

	hub.openTopic(NOTICES_TOPIC, {
		async snapshot(keys) {
			const userId = keys.map(userIn).find(Boolean);
			return userId ? [{ event: "unread" as const, data: await read(userId) }] : [];
		},
	});
	return (userId) => {
		const key = userKey(userId);
		if (!hub.isWatched(NOTICES_TOPIC, key)) return;
		read(userId)
			.then((update) => hub.publishTo(key, NOTICES_TOPIC, "unread", update))
			.catch((error: unknown) => log.error({ event: "unread-event-failed", userId, err: error }));
	};
}

/** The text in each language, because a viewer's tabs may have different ones. */
function textsOf({ kind, data }: { kind: string; data: string }, timeZone: string): Record<Language, string> {
	const content = { kind, data: JSON.parse(data) } as NoticeContent;
	const textIn = (language: Language) => noticeText(content, language, timeZone).text;
	return { pt: textIn("pt"), en: textIn("en") };
}
