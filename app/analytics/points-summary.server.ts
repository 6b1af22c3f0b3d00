import type { Db } from "db/database";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { dateIn, instantIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { findNames, sumGains, sumHours } from "~/points/ledger/point-hours.queries.server";
import { type EntrySource, sourceText } from "~/points/statement/entry-messages";
import { MAX_SHOWN, sum } from "./event-counts";

const GAINERS = 10;
/** An entry is stored less than this after its time. */
const OPEN_MS = 2 * 60 * 60 * 1000;

type HourSum = Awaited<ReturnType<typeof sumHours>>[number];
type Gain = Awaited<ReturnType<typeof sumGains>>[number];

/** Consecutive days of a time zone. */
interface Days {
	zone: string;
	dates: readonly string[];
}

/** The sums of hours that change no more. */
interface Closed {
	/** Which days and hours they are of. */
	key: string;
	/** The points of each day, by source. */
	perSource: ReadonlyMap<string, readonly number[]>;
	/** By user and source, the largest first. */
	gains: Map<string, Gain>;
}

const closedSums = new WeakMap<Db, Closed>();
const keyOf = ({ user_id, source }: Gain) => `${user_id} ${source}`;

const largestFirst = (gains: readonly Gain[]): Gain[] =>
	[...gains].sort(
		(one, other) => Number(other.points) - Number(one.points) || (one.user_id < other.user_id ? -1 : 1),
	);

/** Adds the sums of hours to the points of each day, by source. */
function addHours(perSource: Closed["perSource"], hours: readonly HourSum[], { zone, dates }: Days) {
	const sums = new Map([...perSource].map(([source, perDay]) => [source, [...perDay]]));
	for (const { hour, source, points } of hours) {
		const at = dates.indexOf(dateIn(zone, new Date(`${hour}:00Z`)));
		if (at < 0) continue;
		const days = sums.get(source) ?? dates.map(() => 0);
		days[at] = (days[at] ?? 0) + Number(points);
		sums.set(source, days);
	}
	return sums;
}

/**
 * The points of each day by source, and the largest gains. The sums of hours that are over are kept for an hour,
 * because there is a row for each hour of each player.
 */
async function readSums({ db, now }: Pick<Site, "db" | "now">, days: Days) {
	const from = instantIn(days.zone, `${days.dates[0]}T00:00`).toISOString().slice(0, "2026-03-29T14".length);
	const before = new Date(now().getTime() - OPEN_MS).toISOString().slice(0, "2026-03-29T14".length);
	let closed = closedSums.get(db);
	const key = `${days.zone} ${from} ${before}`;
	if (closed?.key !== key) {
		const perSource = addHours(new Map(), await sumHours(db, [from, before]), days);
		const gains = largestFirst(await sumGains(db, [from, before]));
		closed = { key, perSource, gains: new Map(gains.map((gain) => [keyOf(gain), gain])) };
		closedSums.set(db, closed);
	}
	const open = from > before ? from : before;
	const changed = new Map<string, Gain>();
	for (const gain of await sumGains(db, [open])) {
		const points = Number(gain.points) + Number(closed.gains.get(keyOf(gain))?.points ?? 0);
		changed.set(keyOf(gain), { ...gain, points });
	}
	const candidates = [...changed.values()];
	const most = candidates.length + GAINERS;
	for (const [key, gain] of closed.gains) {
		if (candidates.length === most) break;
		if (!changed.has(key)) candidates.push(gain);
	}
	const gainers = largestFirst(candidates.filter(({ points }) => Number(points) > 0)).slice(0, GAINERS);
	return { perSource: addHours(closed.perSource, await sumHours(db, [open]), days), gainers };
}

/**
 * The points that came into being and that left on each of the days, by source, and who gained most by what. What a source
 * gives and takes on a day counts as one: a game that pays out less than its stakes has taken points.
 * @param dates consecutive days of the site's time zone, the last of which is today.
 */
export async function summarisePoints(
	{ db, now, config, games }: Pick<Site, "db" | "now" | "config"> & { games: readonly EntrySource[] },
	dates: readonly string[],
	language: Language,
) {
	const { t } = i18nIn(language);
	const { perSource, gainers } = await readSums({ db, now }, { zone: config.SITE_TIMEZONE, dates });
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
	const names = await findNames(
		db,
		gainers.map(({ user_id }) => user_id),
	);
	return {
		flows: [
			flow("points_created", (points) => Math.max(0, points)),
			flow("points_spent", (points) => Math.max(0, -points)),
		],
		sources,
		gainers: gainers.map(({ user_id, source, points }) => ({
			...{ userId: user_id, username: names.get(user_id) ?? null, points: Number(points) },
			source: sourceText(t, source, games),
		})),
	};
}

export type PointsSummary = Awaited<ReturnType<typeof summarisePoints>>;
