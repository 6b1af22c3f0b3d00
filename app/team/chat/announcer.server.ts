import type { AnnouncementType } from "~/announcements/announcements";
import { findAnnouncementsAfter, findNewestId } from "~/announcements/announcements.queries.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Site } from "~/lib/site";
import { describeAnnouncement } from "../describe-announcement.server";
import { plainName } from "./commands";

/** What the chats are told of, by the setting that wants it. */
const SETTINGS: Partial<Record<AnnouncementType, "CHAT_WINS" | "CHAT_STARTS">> = {
	"game.big_win": "CHAT_WINS",
	"raffle.drawn": "CHAT_WINS",
	"tournament.finished": "CHAT_WINS",
	"prediction.decided": "CHAT_WINS",
	"hunt.finished": "CHAT_WINS",
	"raffle.opened": "CHAT_STARTS",
	"tournament.opened": "CHAT_STARTS",
	"tournament.started": "CHAT_STARTS",
	"prediction.opened": "CHAT_STARTS",
	"hunt.opened": "CHAT_STARTS",
};
/** ms after which an announcement is no longer news for a chat. */
const MAX_AGE_MS = 60_000;
const MAX_TITLE = 250;
const PAGE = 50;

/**
 * Tells the chats what happens, in the process that leads. The others read along, so that one that begins to lead repeats nothing.
 */
export function announceInChat(
	site: Pick<Site, "db" | "config" | "now" | "log" | "leads" | "onAnnounced">,
	say: (text: string) => void,
) {
	const { db, config, now, log, leads } = site;
	const failed = (error: unknown) => log.error({ event: "chat-announcements-unread", err: error });
	let newest = 0;
	let line = findNewestId(db).then((id) => {
		newest = id;
	}, failed);

	async function read(): Promise<void> {
		const rows = await findAnnouncementsAfter(db, newest, PAGE);
		for (const row of rows) {
			newest = row.id;
			const setting = SETTINGS[row.type];
			const isNews = now().getTime() - Date.parse(row.at) <= MAX_AGE_MS;
			if (!leads() || !setting || !config[setting] || !isNews) continue;
			const described = await describeAnnouncement(site, row, config.CHAT_LANGUAGE);
			if (!described) continue;
			const { title, names, path } = described;
			const text = names.reduce<string>(
				(safe, name) => safe.replaceAll(name ?? "\n", shownOf(name ?? "")),
				title,
			);
			say(text.slice(0, MAX_TITLE) + (setting === "CHAT_STARTS" ? ` ${config.APP_ORIGIN}${path}` : ""));
		}
		if (rows.length === PAGE) await read();
	}
	const shownOf = (name: string) => plainName(name) || i18nIn(config.CHAT_LANGUAGE).t("shell.anonymous");

	const stop = site.onAnnounced(() => {
		line = line.then(read).catch(failed);
	});
	return {
		/** Resolves when all announcements so far are told. */
		settled: () => line,
		stop,
	};
}
