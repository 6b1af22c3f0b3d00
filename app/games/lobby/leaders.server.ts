import type { Db } from "db/database";
import type { Language } from "~/i18n/languages";
import { dateIn } from "~/lib/calendar";
import type { Clock } from "~/lib/clock";
import type { Config } from "~/lib/config.server";
import { pageAddress } from "../players/player-page";
import { type Best, type Board, type Choice, LEADERS, type Measure, rank, type Span } from "./leaders";
import { findBestOfDay, findDayBefore, findNames } from "./leaders.queries.server";
import { formatAge } from "./top-wins.server";

/** How old today's leaders may be, in ms, whoever asks however often. */
const FRESH_MS = 3000;
/** After midnight a win of the day before may still be stored for so long. */
const LATE_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS: Record<Span, number> = { today: 1, week: 7, month: 30, all: Number.POSITIVE_INFINITY };
/** Wins that are looked at in one go: most days' leaders stand among them. */
const BATCH = 50;

interface Tools {
	db: Db;
	now: () => Date;
	clock: Pick<Clock, "now">;
	config: Pick<Config, "SITE_TIMEZONE">;
}

/**
 * The leaderboards. A day's leaders are read through its index, and those of many days are the best of
 * theirs; what was before today changes no more and is kept until midnight. Only yesterday's wins may still come
 * in after it, from those whose round was being stored: in the first hour they are read like today's.
 */
export function createLeaders({ db, now, clock, config }: Tools) {
	const kept = new Map<string, { until: number; best: Promise<Best[]> }>();

	/**
	 * @param until the clock's moment.
	 * @param outdated how the keys begin that are forgotten for this one.
	 */
	function keep(key: string, until: number, read: () => Promise<Best[]>, outdated = key): Promise<Best[]> {
		const known = kept.get(key);
		if (known && known.until > clock.now()) return known.best;
		for (const other of kept.keys()) if (other.startsWith(outdated)) kept.delete(other);
		const best = read();
		kept.set(key, { until, best });
		best.catch(() => kept.delete(key));
		return best;
	}

	async function readBefore(end: string, first: string, by: Measure): Promise<Best[]> {
		let best: Best[] = [];
		for (let day = await findDayBefore(db, end, first); day; day = await findDayBefore(db, day, first)) {
			best = rank([...best, ...(await readDay(db, day, by))], by);
		}
		return best;
	}

	async function readBest({ by, span }: Choice): Promise<Best[]> {
		const today = dateIn(config.SITE_TIMEZONE, now());
		const soon = clock.now() + FRESH_MS;
		const ofToday = await keep(`${by} today`, soon, () => readDay(db, today, by));
		if (span === "today") return ofToday.filter(isOf(today));
		const yesterday = dayBefore(today);
		const isSettled = dateIn(config.SITE_TIMEZONE, new Date(now().getTime() - LATE_MS)) === today;
		const ofYesterday = await keep(
			`${by} on ${yesterday}`,
			isSettled ? Number.POSITIVE_INFINITY : soon,
			() => readDay(db, yesterday, by),
			`${by} on`,
		);
		const before = await keep(
			`${by} before ${span} ${yesterday}`,
			Number.POSITIVE_INFINITY,
			() => readBefore(yesterday, firstDay(today, DAYS[span]), by),
			`${by} before ${span}`,
		);
		return rank([...before, ...ofYesterday, ...ofToday], by);
	}

	/** Those of a moment before midnight are not today's. */
	const isOf = (day: string) => (win: Best) => dateIn(config.SITE_TIMEZONE, new Date(win.createdAt)) === day;

	return {
		/** A name or a page's publicity is never older than the moment. */
		async read(choice: Choice, language: Language): Promise<Board> {
			const best = await readBest(choice);
			const names = new Map(
				(
					await findNames(
						db,
						best.map(({ userId }) => userId),
					)
				).map((row) => [row.id, row]),
			);
			const at = now();
			return {
				...choice,
				leaders: best.map(({ id, userId, amount, multiplier, game, createdAt }) => {
					const user = names.get(userId);
					return {
						id,
						username: user?.twitch_username ?? null,
						address: user?.is_public === 1 ? pageAddress(user.twitch_username) : undefined,
						amount,
						multiplier,
						game,
						when: formatAge(new Date(createdAt), at, language, config.SITE_TIMEZONE),
					};
				}),
			};
		},
	};
}

/** Whoever fills the top of a day with wins is passed over, until all leaders are found. */
async function readDay(db: Db, day: string, by: Measure): Promise<Best[]> {
	let best: Best[] = [];
	for (;;) {
		const without = best.map(({ userId }) => userId);
		const wins = await findBestOfDay(db, day, { by, without, limit: BATCH });
		best = rank([...best, ...wins], by);
		if (wins.length < BATCH || best.length === LEADERS) return best;
	}
}

const dayBefore = (day: string): string => firstDay(day, 2);

/** Days are counted by the calendar, whatever the clocks do on them. */
const firstDay = (today: string, days: number): string =>
	Number.isFinite(days) ? new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10) : "";
