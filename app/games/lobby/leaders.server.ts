import type { Db } from "db/database";
import { avatarAddress } from "~/account/avatars/avatar-address";
import type { Language } from "~/i18n/languages";
import { dateIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { gameOfWin } from "../names.server";
import { pageAddress } from "../players/player-page";
import { type Best, type Board, type Choice, LEADERS, type Measure, rank, type Span } from "./leaders";
import { findBestOfDay, findDayBefore, findNames } from "./leaders.queries.server";
import { formatAge } from "./top-wins.server";

/** Cache lifetime of today's leaders, in ms. */
const FRESH_MS = 3000;
/** For this long after midnight, wins of the day before may still be stored. */
const LATE_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS: Record<Span, number> = { today: 1, week: 7, month: 30, all: Number.POSITIVE_INFINITY };
/** Wins per query; on most days all leaders are among them. */
const BATCH = 50;

/**
 * The leaderboards. A day's leaders are read through the index of the day; those of several days are the best
 * of their days. Earlier days no longer change and are cached until midnight. Yesterday's wins may still be
 * stored after midnight, so that for the first hour they are cached like today's.
 */
export function createLeaders({ db, now, clock, config }: Pick<Site, "db" | "now" | "clock" | "config">) {
	const kept = new Map<string, { until: number; best: Promise<Best[]> }>();

	/**
	 * @param until when the entry expires, in ms of the clock.
	 * @param outdated prefix of the keys that this entry replaces.
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

	/** Drops cached wins from before midnight. */
	const isOf = (day: string) => (win: Best) => dateIn(config.SITE_TIMEZONE, new Date(win.createdAt)) === day;

	return {
		/**
		 * Reads the board of a choice. Today's wins may be {@link FRESH_MS} old. Names and the visibility of player pages
		 * are read at each call and never cached.
		 */
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
					const username = user?.twitch_username ?? null;
					const isPublic = username !== null && user?.is_public === 1;
					return {
						id,
						username,
						address: isPublic ? pageAddress(username) : undefined,
						avatar: isPublic ? avatarAddress(user.avatarId) : undefined,
						amount,
						multiplier,
						game: gameOfWin(game, language),
						when: formatAge(new Date(createdAt), at, language, config.SITE_TIMEZONE),
					};
				}),
			};
		},
	};
}

/** One win per player: repeats the query without the players found, until there are enough leaders. */
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

/** Counts calendar days, also across a change of daylight saving time. */
const firstDay = (today: string, days: number): string =>
	Number.isFinite(days) ? new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10) : "";
