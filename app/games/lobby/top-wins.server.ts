import { ageOf, formatDay } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { dateIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { gameOfWin } from "../names.server";
import type { TopWin } from "./top-wins";
import { findTopWinsOfDay } from "./wins.queries.server";

const TOP_WINS = 5;

/** Reads the five biggest wins of the current day in the site's time zone, biggest first. */
export async function readTopWins(
	{ db, now, config }: Pick<Site, "db" | "now" | "config">,
	language: Language,
): Promise<TopWin[]> {
	const at = now();
	const timeZone = config.SITE_TIMEZONE;
	const rows = await findTopWinsOfDay(db, dateIn(timeZone, at), TOP_WINS);
	return rows.map(({ id, amount, game_name, created_at, twitch_username }) => ({
		id,
		amount,
		game: gameOfWin(game_name, language),
		username: twitch_username,
		when: formatAge(new Date(created_at), at, language, timeZone),
	}));
}

/** Formats the age of an instant, such as "5 min ago"; from 24 hours on, its date in `timeZone`. */
export function formatAge(instant: Date, now: Date, language: Language, timeZone: string): string {
	const { t } = i18nIn(language);
	const { unit, count } = ageOf(instant, now);
	const texts = {
		now: () => t("lobby.justNow"),
		minutes: () => t("lobby.minutesAgo", { count }),
		hours: () => t("lobby.hoursAgo", { count }),
		days: () => formatDay(instant, language, timeZone),
	};
	return texts[unit]();
}
