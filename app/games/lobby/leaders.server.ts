import type { Db } from "db/database";
import type { Language } from "~/i18n/languages";
import { dateIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import type { Choice, Measure, Span } from "./leaders";
import { findBestOfDay, findDayBefore } from "./leaders.queries.server";
import { readShownPlayers } from "./shown-players.server";
import { showWin } from "./top-wins.server";

declare module "~/lib/site" {
	interface Site {
		leaders: ReturnType<typeof createLeaders>;
	}
}

type Win = Awaited<ReturnType<typeof findBestOfDay>>[number];

/** Maximum number of players on a board. */
const LEADERS = 10;
/** Cache lifetime of the leaders of today and yesterday, whose wins may still be stored after midnight. */
const FRESH_MS = 3000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS: Record<Exclude<Span, "all">, number> = { today: 1, week: 7, month: 30 };
/** Wins per query; on most days all leaders are among them. */
const BATCH = 50;

export type Board = Awaited<ReturnType<ReturnType<typeof createLeaders>["read"]>>;

/**
 * The leaderboards. A day's leaders are read through the index of the day; those of several days are the best
 * of their days. Days before yesterday no longer change and are cached until midnight.
 */
export function createLeaders(site: Pick<Site, "db" | "now" | "clock" | "config">) {
	const { db, now, clock, config } = site;
	const kept = new Map<string, { day: string; until: number; value: Promise<unknown> }>();

	/** @param until when the entry expires, in ms of the clock, unless the day ends before. */
	function keep<Value>(key: string, day: string, until: number, read: () => Promise<Value>): Promise<Value> {
		const known = kept.get(key);
		if (known?.day === day && known.until > clock.now()) return known.value as Promise<Value>;
		const value = read();
		kept.set(key, { day, until, value });
		value.catch(() => kept.delete(key));
		return value;
	}

	async function readBefore(end: string, first: string, by: Measure): Promise<Win[]> {
		let best: Win[] = [];
		for (let day = await findDayBefore(db, end, first); day; day = await findDayBefore(db, day, first)) {
			best = rank([...best, ...(await readDay(db, day, by))], by);
		}
		return best;
	}

	async function readBest({ by, span }: Choice): Promise<Win[]> {
		const today = dateIn(config.SITE_TIMEZONE, now());
		const yesterday = firstDay(today, 2);
		const [ofToday, ofYesterday] = await keep(by, today, clock.now() + FRESH_MS, () =>
			Promise.all([readDay(db, today, by), readDay(db, yesterday, by)]),
		);
		if (span === "today") return ofToday;
		const first = span === "all" ? "" : firstDay(today, DAYS[span]);
		const before = await keep(`${by} ${span}`, today, Number.POSITIVE_INFINITY, () =>
			readBefore(yesterday, first, by),
		);
		return rank([...before, ...ofYesterday, ...ofToday], by);
	}

	return {
		/**
		 * Reads the board of a choice. Today's wins may be {@link FRESH_MS} old. Names and the visibility of player pages
		 * are read at each call and never cached.
		 */
		async read(choice: Choice, language: Language) {
			const best = await readBest(choice);
			const playerOf = await readShownPlayers(
				db,
				best.map(({ user_id }) => user_id),
			);
			return {
				...choice,
				leaders: best.map((win) => ({ ...showWin(site, win, language), ...playerOf(win.user_id) })),
			};
		},
	};
}

/** One win per player: repeats the query without the players found, until there are enough leaders. */
async function readDay(db: Db, day: string, by: Measure): Promise<Win[]> {
	let best: Win[] = [];
	for (;;) {
		const without = best.map(({ user_id }) => user_id);
		const wins = await findBestOfDay(db, day, { by, without, limit: BATCH });
		best = rank([...best, ...wins], by);
		if (wins.length < BATCH || best.length === LEADERS) return best;
	}
}

/** The best win of each player, best first, {@link LEADERS} at most; of two equal wins the earlier first. */
function rank(wins: readonly Win[], by: Measure): Win[] {
	const measured = (win: Win) => (by === "win" ? win.amount : (win.multiplier ?? 0));
	const orderOf = (win: Win) => `${win.created_at} ${win.id}`;
	const sorted = wins.toSorted(
		(one, other) => measured(other) - measured(one) || (orderOf(one) < orderOf(other) ? -1 : 1),
	);
	const players = new Set<string>();
	return sorted.filter(({ user_id }) => !players.has(user_id) && players.add(user_id)).slice(0, LEADERS);
}

/** Counts calendar days, also across a change of daylight saving time. */
const firstDay = (today: string, days: number): string =>
	new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
