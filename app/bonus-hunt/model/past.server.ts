import { type Page, positionIn, readPage } from "db/keyset";
import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { translated, translationsOf } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { countGuesses, findGuess, findNearestGuesses, findRank } from "../persistence/guesses.queries.server";
import { findBonuses, findHunt } from "../persistence/hunts.queries.server";
import { findAmounts, findFinishedHunts, findUsername } from "../persistence/past.queries.server";
import { drawHuntChart, type HuntChart } from "../screen/hunt-chart.server";
import type { Bonus, Hunt, HuntSlot } from "./hunt";
import { type HuntStatistics, huntSlotsOf, huntStatisticsOf } from "./hunt-results";

/** A finished hunt in the list. Money is cents. */
export interface PastHunt {
	id: string;
	title: string;
	/** The day on which it was finished, formatted. */
	day: string;
	startCost: number;
	statistics: HuntStatistics;
}

/** A viewer's guess of a finished hunt, as admins see it. Money is cents. */
export interface ShownGuess {
	userId: string;
	/** Null for an erased person, as in {@link PastHuntPage}. */
	username: string | null;
	guess: number;
	/** Distance to the total payout. */
	off: number;
	isYou: boolean;
}

/** A slot that an admin may correct, in the order of the slots. */
export type Correctable = Pick<Bonus, "id" | "payout" | "revision">;

export interface PastHuntPage extends PastHunt {
	slots: HuntSlot[];
	/** Undefined when no slot was opened. */
	chart: HuntChart | undefined;
	guesses: number;
	/** The only public guess; the other guesses are private. */
	winner: { username: string | null; guess: number } | undefined;
	/** The viewer's own guess, and its rank among all guesses. */
	own: { guess: number; off: number; rank: number } | undefined;
	prize: { points: number; username: string | null } | undefined;
	/** Undefined for viewers who are not admins. */
	admin:
		| {
				/** The 25 nearest guesses, ordered by distance; the first is the winner. */
				nearest: ShownGuess[];
				/** Empty once the prize is paid. */
				correctable: Correctable[];
		  }
		| undefined;
}

const PAGE_SIZE = 12;
const NEAREST = 25;

/** Reads a page of 12 finished hunts, newest first. Unknown positions in `search` mean the first page. */
export async function readPastHunts(
	{ db, config }: Pick<Site, "db" | "config">,
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
		rows: page.rows.map(
			({ id, title, translations, start_cost: startCost, stop_loss: stopLoss, ...row }) => ({
				id,
				title: translated({ title, translations: translationsOf<"title">(translations) }, language).title,
				startCost,
				day: formatDay(new Date(row.finished_at ?? row.created_at), language, config.SITE_TIMEZONE),
				statistics: huntStatisticsOf(
					{ startCost, stopLoss },
					amounts.filter(({ hunt_id }) => hunt_id === id),
				),
			}),
		),
	};
}

/**
 * Reads a finished hunt as a viewer sees it. Only admins get the guesses of others and the slots that can be corrected.
 * @param viewer undefined for a visitor, who gets no guess.
 * @returns undefined when the hunt does not exist or is not finished.
 */
export async function readPastHunt(
	{ db, config }: Pick<Site, "db" | "config">,
	id: string,
	{ viewer, language }: { viewer: { id: string; isAdmin: boolean } | undefined; language: Language },
): Promise<PastHuntPage | undefined> {
	const hunt = await findHunt(db, id);
	if (hunt?.status !== "finished") return undefined;
	const bonuses = await findBonuses(db, id);
	const statistics = huntStatisticsOf(hunt, bonuses);
	const own = viewer && (await findGuess(db, id, viewer.id));
	const nearest = await findNearestGuesses(db, id, statistics.won, viewer?.isAdmin ? NEAREST : 1);
	const [winner] = nearest;
	const off = (guess: number) => Math.abs(guess - statistics.won);
	return {
		id,
		title: translated(hunt, language).title,
		startCost: hunt.startCost,
		day: formatDay(new Date(hunt.finishedAt ?? hunt.createdAt), language, config.SITE_TIMEZONE),
		statistics,
		slots: huntSlotsOf(bonuses),
		chart: chartOf(hunt, bonuses),
		guesses: await countGuesses(db, id),
		winner: winner && { username: winner.twitch_username, guess: winner.guess },
		own:
			viewer && own !== undefined
				? { guess: own, off: off(own), rank: await findRank(db, id, statistics.won, viewer.id) }
				: undefined,
		prize: hunt.prize
			? {
					points: hunt.prize.points,
					username: await findUsername(db, hunt.prize.userId),
				}
			: undefined,
		admin: viewer?.isAdmin
			? {
					nearest: nearest.map(({ user_id, twitch_username, guess }) => ({
						userId: user_id,
						username: twitch_username,
						guess,
						off: off(guess),
						isYou: user_id === viewer.id,
					})),
					correctable: hunt.prize
						? []
						: bonuses.map(({ id, payout, revision }) => ({ id, payout, revision })),
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
