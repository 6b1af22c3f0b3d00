import type { Db } from "db/database";
import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/platform/config.server";
import { type Page, positionIn, readPage } from "~/platform/keyset";
import { type Figures, figuresOf, huntSlotsOf } from "./figures";
import { countGuesses, findGuess, findNearestGuesses } from "./guesses.queries.server";
import type { Bonus, Hunt, HuntSlot } from "./hunt";
import { drawHuntChart, type HuntChart } from "./hunt-chart.server";
import { findBonuses, findHunt } from "./hunts.queries.server";
import { findAmounts, findFinishedHunts, findUsername } from "./past.queries.server";

interface Tools {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
}

/** A finished hunt in the list. Money is cents. */
export interface PastHunt {
	id: string;
	title: string;
	/** When it was finished, in words. */
	day: string;
	startCost: number;
	figures: Figures;
}

/** A viewer's guess of a finished hunt. Money is cents. */
export interface ShownGuess {
	userId: string;
	username: string;
	guess: number;
	off: number;
}

export interface PastHuntPage extends PastHunt {
	slots: HuntSlot[];
	/** Undefined when no slot was opened. */
	chart: HuntChart | undefined;
	guesses: number;
	/** The nearest first; the first is the winner. */
	nearest: ShownGuess[];
	own: ShownGuess | undefined;
	prize: { points: number; username: string } | undefined;
}

const PAGE_SIZE = 12;
const NEAREST = 25;

export async function readPastHunts(
	{ db, config }: Tools,
	search: URLSearchParams,
	language: Language,
): Promise<Page<PastHunt>> {
	const page = await readPage(
		{ position: positionIn(search, ["string", "string"]), size: PAGE_SIZE },
		(position, limit) => findFinishedHunts(db, position, limit),
		({ created_at, id }) => [created_at, id],
	);
	const amounts = await findAmounts(
		db,
		page.rows.map(({ id }) => id),
	);
	return {
		...page,
		rows: page.rows.map(({ id, title, start_cost: startCost, stop_loss: stopLoss, ...row }) => ({
			id,
			title,
			startCost,
			day: formatDay(new Date(row.finished_at ?? row.created_at), language, config.SITE_TIMEZONE),
			figures: figuresOf(
				{ startCost, stopLoss },
				amounts.filter(({ hunt_id }) => hunt_id === id),
			),
		})),
	};
}

/**
 * A finished hunt with all that is known of it.
 * @returns undefined for one that is not there, or not finished.
 */
export async function readPastHunt(
	{ db, config }: Tools,
	id: string,
	{ viewer, language }: { viewer: { id: string; username: string } | undefined; language: Language },
): Promise<PastHuntPage | undefined> {
	const hunt = await findHunt(db, id);
	if (hunt?.status !== "finished") return undefined;
	const bonuses = await findBonuses(db, id);
	const figures = figuresOf(hunt, bonuses);
	const own = viewer && (await findGuess(db, id, viewer.id));
	const nearest = await findNearestGuesses(db, id, figures.won, NEAREST);
	const shown = (userId: string, username: string, guess: number): ShownGuess => ({
		userId,
		username,
		guess,
		off: Math.abs(guess - figures.won),
	});
	return {
		id,
		title: hunt.title,
		startCost: hunt.startCost,
		day: formatDay(new Date(hunt.finishedAt ?? hunt.createdAt), language, config.SITE_TIMEZONE),
		figures,
		slots: huntSlotsOf(bonuses),
		chart: chartOf(hunt, bonuses),
		guesses: await countGuesses(db, id),
		nearest: nearest.map(({ user_id, twitch_username, guess }) => shown(user_id, twitch_username, guess)),
		own: viewer && own !== undefined ? shown(viewer.id, viewer.username, own) : undefined,
		prize: hunt.prize
			? {
					points: hunt.prize.points,
					username: (await findUsername(db, hunt.prize.userId)) ?? "",
				}
			: undefined,
	};
}

function chartOf({ startCost }: Hunt, bonuses: readonly Bonus[]): HuntChart | undefined {
	const opened = bonuses.flatMap(({ payout, openedAt, position }) =>
		payout === null ? [] : [{ payout, openedAt: openedAt ?? "", position }],
	);
	opened.sort((one, other) =>
		one.openedAt === other.openedAt ? one.position - other.position : one.openedAt < other.openedAt ? -1 : 1,
	);
	if (opened.length === 0) return undefined;
	return drawHuntChart(
		startCost,
		opened.map(({ payout }) => payout),
	);
}
