import type { Language } from "~/i18n/languages";
import { instantOf } from "~/lib/instant";
import type { Site } from "~/lib/site";
import { openUserFrames } from "~/live/frames.server";
import { noticeText } from "./notice-text.server";
import type { NoticeContent } from "./notices";
import { countUnreadNotices, findNewestUnread } from "./notices.queries.server";
import { NOTICES_TOPIC } from "./notices-topic";

/** Opens the topic of a viewer's number of unread notices and the newest of them: see {@link openUserFrames}. */
export const openNoticesTopic = (site: Pick<Site, "db" | "config" | "hub" | "bus" | "clock" | "log">) =>
	openUserFrames(site, NOTICES_TOPIC, "unread", async (userId) => {
		const at = instantOf(performance.now());
		const [unread, row] = await Promise.all([
			countUnreadNotices(site.db, userId),
			findNewestUnread(site.db, userId),
		]);
		const newest = row ? textsOf(row, site.config.SITE_TIMEZONE) : null;
		return { userId, unread, newest, at };
	});

/** The text in each language, because a viewer's tabs may have different ones. */
function textsOf({ kind, data }: { kind: string; data: string }, timeZone: string): Record<Language, string> {
	const content = { kind, data: JSON.parse(data) } as NoticeContent;
	const textIn = (language: Language) => noticeText(content, language, timeZone).text;
	return { pt: textIn("pt"), en: textIn("en") };
}
