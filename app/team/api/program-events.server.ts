import type { StoredAnnouncement } from "~/announcements/announce.server";
import { LANGUAGES, type Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { describeAnnouncement } from "../describe-announcement.server";
import type { ProgramEvent } from "./events";

/** Bounds an event of many winners, because receivers of webhooks expect less than 20 KB. */
const MAX_NAMES = 100;

/** The event that programs get for an announcement: with names as they are shown now, and without ids of users. */
export async function eventOf(
	site: Pick<Site, "db" | "config">,
	announcement: StoredAnnouncement,
): Promise<ProgramEvent> {
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
