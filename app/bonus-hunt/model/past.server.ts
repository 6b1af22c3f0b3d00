import { positionIn, readPage } from "db/keyset";
import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { translated, translationsOf } from "~/i18n/translations";
import { may, type Staff } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { countGuesses, findGuess, findNearestGuesses, findRank } from "../persistence/guesses.queries.server";
import { findBonuses, findHunt } from "../persistence/hunts.queries.server";
import { findAmounts, findFinishedHunts, findUsername } from "../persistence/past.queries.server";
import { drawHuntChart } from "../screen/hunt-chart.server";
import type { Bonus, Hunt } from "./hunt";
import { huntSlotsOf, huntStatisticsOf } from "./hunt-results";

/** A finished hunt in the list. Money is cents. */
export type PastHunt = Awaited<ReturnType<typeof readPastHunts>>["rows"][number];

export type PastHuntPage = NonNullable<Awaited<ReturnType<typeof readPastHunt>>>;

type Admins = NonNullable<PastHuntPage["admin"]>;
/** A viewer's guess of a finished hunt, as admins see it. */
export type ShownGuess = Admins["nearest"][number];
/** A slot that an admin may correct, in the order of the slots. */
export type Correctable = Admins["correctable"][number];

const PAGE_SIZE = 12;
const NEAREST = 25;

/** Reads a page of 12 finished hunts, newest first. Unknown positions in `search` mean the first page. */
export async function readPastHunts(
	{ db, config }: Pick<Site, "db" | "config">,
	search: URLSearchParams,
	language: Language,
) {
	const page = await readPage(
		{ position: positionIn(search, ["string", "string"]), size: PAGE_SIZE },
		(position, limit) => findFinishedHunts(db, position, limit),
		({ created_at, id }) => [created_at, id],
	);
	const amounts = await findAmounts(
		db,
		page.rows.map(({ id }) => id),
	);
	const rows = page.rows.map(
		({ id, title, translations, start_cost: startCost, stop_loss: stopLoss, ...row }) => ({
			...{ id, startCost },
			title: translated({ title, translations: translationsOf(translations) }, language).title,
			/** The day on which it was finished, formatted. */
			day: formatDay(new Date(row.finished_at ?? row.created_at), language, config.SITE_TIMEZONE),
			statistics: huntStatisticsOf(
				{ startCost, stopLoss },
				amounts.filter(({ hunt_id }) => hunt_id === id),
			),
		}),
	);
	return { ...page, rows };
}

/**
 * Reads a finished hunt as a viewer sees it. Only admins get the guesses of others and the slots that can be corrected.
 * Money is cents. The name of an erased person is null.
 * @param viewer undefined for a visitor, who gets no guess.
 * @returns undefined when the hunt does not exist or is not finished.
 */
export async function readPastHunt(
	{ db, config }: Pick<Site, "db" | "config">,
	id: string,
	{ viewer, language }: { viewer: ({ id: string } & Staff) | undefined; language: Language },
) {
	const hunt = await findHunt(db, id);
	if (hunt?.status !== "finished") return undefined;
	const { prizePoints: points, prizeUserId } = hunt;
	const bonuses = await findBonuses(db, id);
	const statistics = huntStatisticsOf(hunt, bonuses);
	const own = viewer && (await findGuess(db, id, viewer.id));
	const nearest = await findNearestGuesses(db, id, statistics.won, may(viewer, "hunt") ? NEAREST : 1);
	const [winner] = nearest;
	const off = (guess: number) => Math.abs(guess - statistics.won);
	return {
		...{ id, statistics, startCost: hunt.startCost, title: translated(hunt, language).title },
		day: formatDay(new Date(hunt.finishedAt ?? hunt.createdAt), language, config.SITE_TIMEZONE),
		slots: huntSlotsOf(bonuses),
		/** Undefined when no slot was opened. */
		chart: chartOf(hunt, bonuses),
		guesses: await countGuesses(db, id),
		/** The closest guess, the only public one. */
		winner: winner && { username: winner.twitch_username, guess: winner.guess },
		/** The viewer's own guess with its distance to the result, and its rank among all guesses. */
		own:
			viewer && own !== undefined
				? { guess: own, off: off(own), rank: await findRank(db, id, statistics.won, viewer.id) }
				: undefined,
		prize:
			points !== null && prizeUserId !== null
				? { points, username: await findUsername(db, prizeUserId) }
				: undefined,
		/** Undefined for viewers who may not decide about hunts. */
		admin:
			viewer && may(viewer, "hunt")
				? {
						/** The 25 nearest guesses, ordered by distance; the first is the winner. */
						nearest: nearest.map(({ user_id: userId, twitch_username: username, guess }) => ({
							...{ userId, username, guess },
							off: off(guess),
							isYou: userId === viewer.id,
						})),
						/** Empty once the prize is paid. */
						correctable:
							points === null ? bonuses.map(({ id, payout, revision }) => ({ id, payout, revision })) : [],
					}
				: undefined,
	};
}

function chartOf({ startCost }: Hunt, bonuses: readonly Bonus[]) {
	const opened = bonuses.flatMap(({ payout, openedAt, position }) =>
		payout === null ? [] : [{ payout, openedAt: openedAt ?? "", position }],
	);
	if (opened.length === 0) return undefined;
	opened.sort((one, other) =>
		one.openedAt === other.openedAt ? one.position - other.position : one.openedAt < other.openedAt ? -1 : 1,
	);
	return drawHuntChart(
		startCost,
		opened.map(({ payout }) => payout),
	);
}
