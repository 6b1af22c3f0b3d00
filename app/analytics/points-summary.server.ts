import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { dateIn, instantIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { findGainers, sumHours } from "~/points/ledger/point-hours.queries.server";
import { type EntrySource, sourceText } from "~/points/statement/entry-messages";
import { MAX_SHOWN, sum } from "./event-counts";

const GAINERS = 10;

/**
 * The points that came into being and that left on each of the days, by source, and who gained most by what. What a source
 * gives and takes on a day counts as one: a game that pays out less than its stakes has taken points.
 * @param dates consecutive days of the site's time zone, the last of which is today.
 */
export async function summarisePoints(
	{ db, config, games }: Pick<Site, "db" | "config"> & { games: readonly EntrySource[] },
	dates: readonly string[],
	language: Language,
) {
	const { t } = i18nIn(language);
	const from = instantIn(config.SITE_TIMEZONE, `${dates[0]}T00:00`).toISOString().slice(0, 13);
	const perSource = new Map<string, number[]>();
	for (const { hour, source, points } of await sumHours(db, from)) {
		const at = dates.indexOf(dateIn(config.SITE_TIMEZONE, new Date(`${hour}:00Z`)));
		if (at < 0) continue;
		const days = perSource.get(source) ?? dates.map(() => 0);
		days[at] = (days[at] ?? 0) + Number(points);
		perSource.set(source, days);
	}
	const sources = [...perSource].map(([id, perDay]) => ({ id, label: sourceText(t, id, games), perDay }));
	const flow = (event: "points_created" | "points_spent", part: (points: number) => number) => {
		const perDay = dates.map((_, at) => sum(sources.map((source) => part(source.perDay[at] ?? 0))));
		const top = sources.map(({ label, perDay }) => ({ label, count: sum(perDay.map(part)) }));
		return {
			...{ event, perDay, total: sum(perDay), today: perDay.at(-1) ?? 0 },
			top: top
				.filter(({ count }) => count > 0)
				.sort((one, other) => other.count - one.count)
				.slice(0, MAX_SHOWN),
		};
	};
	const gainers = await findGainers(db, from, GAINERS);
	return {
		flows: [
			flow("points_created", (points) => Math.max(0, points)),
			flow("points_spent", (points) => Math.max(0, -points)),
		],
		sources,
		gainers: gainers.map(({ user_id, twitch_username, source, points }) => ({
			...{ userId: user_id, username: twitch_username, points: Number(points) },
			source: sourceText(t, source, games),
		})),
	};
}

export type PointsSummary = Awaited<ReturnType<typeof summarisePoints>>;
