import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { dateIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { MAX_SHOWN, sum } from "./event-counts";
import { sumPerDay, sumPerLabel } from "./event-counts.queries.server";
import { EVENTS } from "./events";
import { summarisePoints } from "./points-summary.server";

const DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The counts of each event, and of points, in the last {@link DAYS} days of the site's time zone, including today and compared with as
 * many days before. The days are formatted, the oldest first. Counts that are not stored yet are missing: see `flush` of the counter.
 * @param language of the formatted days.
 */
export async function summarise(
	tools: Pick<Site, "now"> & Parameters<typeof summarisePoints>[0],
	language: Language,
) {
	const { db, now, config } = tools;
	const dates = datesUntil(dateIn(config.SITE_TIMEZONE, now()), 2 * DAYS);
	const currentDates = dates.slice(DAYS);
	const perDay = await sumPerDay(db, dates[0] ?? "");
	const perLabel = await sumPerLabel(db, currentDates[0] ?? "");
	return {
		days: currentDates.map((date) => formatDay(new Date(date), language, "UTC")),
		events: EVENTS.map((event) => {
			const counts = new Map(perDay.filter((row) => row.event === event).map((row) => [row.day, row.count]));
			const all = dates.map((date) => counts.get(date) ?? 0);
			const current = all.slice(DAYS);
			return {
				event,
				total: sum(current),
				before: sum(all.slice(0, DAYS)),
				today: current.at(-1) ?? 0,
				perDay: current,
				top: perLabel
					.filter((row) => row.event === event)
					.slice(0, MAX_SHOWN)
					.map(({ label, count }) => ({ label, count })),
			};
		}),
		points: await summarisePoints(tools, currentDates, language),
	};
}

/** The given number of consecutive dates up to `last`. Counts calendar days, so that clock changes have no effect. */
const datesUntil = (last: string, count: number): string[] =>
	Array.from({ length: count }, (_, at) =>
		new Date(Date.parse(last) - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
	);
