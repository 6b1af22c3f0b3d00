import pLimit from "p-limit";
import type { AnnouncementType } from "~/announcements/announcements";
import { findAnnouncementsAfter, findNewestId } from "~/announcements/announcements.queries.server";
import type { Site } from "~/lib/site";
import { describeAnnouncement } from "../describe-announcement.server";
import { plainName } from "./commands";

/** What the chats are told of, by the setting that wants it. */
const TYPES: Record<"CHAT_WINS" | "CHAT_STARTS", readonly AnnouncementType[]> = {
	CHAT_WINS: ["game.big_win", "raffle.drawn", "tournament.finished", "prediction.decided", "hunt.finished"],
	CHAT_STARTS: [
		...(["raffle.opened", "tournament.opened", "tournament.started"] as const),
		...(["prediction.opened", "hunt.opened"] as const),
	],
};
const SETTINGS = ["CHAT_WINS", "CHAT_STARTS"] as const;
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
	const inTurn = pLimit(1);
	let newest = 0;

	async function begin(): Promise<void> {
		newest = await findNewestId(db);
	}

	async function read(): Promise<void> {
		const rows = await findAnnouncementsAfter(db, newest, PAGE);
		for (const row of rows) {
			const setting = SETTINGS.find((name) => TYPES[name].includes(row.type));
			const isNews = now().getTime() - Date.parse(row.at) <= MAX_AGE_MS;
			const described =
				leads() && setting && config[setting] && isNews
					? await describeAnnouncement(site, row, config.CHAT_LANGUAGE, plainName)
					: undefined;
			newest = row.id;
			if (!described) continue;
			const { title, path } = described;
			say(title.slice(0, MAX_TITLE) + (setting === "CHAT_STARTS" ? ` ${config.APP_ORIGIN}${path}` : ""));
		}
		if (rows.length === PAGE) await read();
	}

	const follow = (step: () => Promise<void>) =>
		void inTurn(step).catch((error: unknown) =>
			log.error({ event: "chat-announcements-unread", err: error }),
		);
	follow(begin);
	return {
		/** Resolves when all announcements so far are told. */
		settled: () => inTurn(async () => {}),
		stop: site.onAnnounced(() => follow(read)),
	};
}
