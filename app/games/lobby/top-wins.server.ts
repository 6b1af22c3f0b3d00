import { ageOf, formatDay } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { dateIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { gameOfWin } from "../names.server";
import { findBestOfDay, findNames } from "./leaders.queries.server";

const TOP_WINS = 5;

export type TopWin = Awaited<ReturnType<typeof readTopWins>>[number];

/** Reads the five biggest wins of the current day in the site's time zone, biggest first. */
export async function readTopWins(site: Pick<Site, "db" | "now" | "config">, language: Language) {
	const { db, now, config } = site;
	const wins = await findBestOfDay(db, dateIn(config.SITE_TIMEZONE, now()), { by: "win", limit: TOP_WINS });
	const userIds = wins.map(({ user_id }) => user_id);
	const names = new Map(
		(await findNames(db, userIds)).map(({ id, twitch_username }) => [id, twitch_username]),
	);
	return wins.map((win) => ({
		...showWin(site, win, language),
		/** Null when the user has been erased or the name is hidden. */
		username: names.get(win.user_id) ?? null,
	}));
}

interface Win {
	id: string;
	/** Points won: payout minus stake. */
	amount: number;
	/** Hundredths; null for wins that were stored without it. */
	multiplier: number | null;
	game_name: string;
	created_at: string;
}

/** A win for a page, with the name of its game and its age, such as "5 min ago"; from 24 hours on its date. */
export function showWin(
	{ now, config }: Pick<Site, "now" | "config">,
	{ id, amount, multiplier, game_name, created_at }: Win,
	language: Language,
) {
	const { t } = i18nIn(language);
	const at = new Date(created_at);
	const { unit, count } = ageOf(at, now());
	const texts = {
		now: () => t("lobby.justNow"),
		minutes: () => t("lobby.minutesAgo", { count }),
		hours: () => t("lobby.hoursAgo", { count }),
		days: () => formatDay(at, language, config.SITE_TIMEZONE),
	};
	return { id, amount, multiplier, game: gameOfWin(game_name, language), when: texts[unit]() };
}
