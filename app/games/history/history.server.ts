import { positionIn, readPage } from "db/keyset";
import { formatDay, formatTime } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { dateIn, midnightIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import type { Game } from "../game";
import { GAMES, isOpen } from "../games.server";
import { findShares } from "../sharing/shared-rounds.queries.server";
import type { EndedRound } from "./ended-round";
import { type HistoryFilter, OUTCOMES } from "./history";
import { findPlayerRounds, sumPlayerRounds } from "./history.queries.server";

type PlayedRound = EndedRound & { game: Game };

const PAGE_SIZE = 25;
/** Longer than any day, and shorter than any two days, also when the clocks change. */
const INTO_NEXT_DAY_MS = 26 * 60 * 60 * 1000;

/** A day of the site's time zone. */
export type HistoryDay = Awaited<ReturnType<typeof readHistory>>["days"][number];

/**
 * Reads a page of 25 of a player's settled rounds in all games, newest first, grouped by the days of the site's time zone.
 * @param search of the address: `game`, `outcome` and the pager's position; unknown values are ignored.
 * @returns also the filter, and the open games that it offers.
 */
export async function readHistory(
	tools: Pick<Site, "db" | "config">,
	userId: string,
	search: URLSearchParams,
	language: Language,
) {
	const { db, config } = tools;
	const chosen = GAMES.find(({ card }) => card.id === search.get("game"));
	const outcome = OUTCOMES.find((offered) => offered === search.get("outcome"));
	const filter: HistoryFilter = { game: chosen?.card.id, outcome };
	const games = chosen ? [chosen] : GAMES;
	const { rows, ...pager } = await readPage<PlayedRound>(
		{ position: positionIn(search, ["string", "string"]), size: PAGE_SIZE },
		async (position, limit) => {
			const found = await Promise.all(
				games.map(async (game) => {
					const rounds = game.history.endedRounds(db);
					const played = await findPlayerRounds(db, rounds, { userId, outcome }, position, limit);
					return played.map((round) => ({ ...round, game }));
				}),
			);
			const sign = position?.direction === "before" ? 1 : -1;
			return found
				.flat()
				.sort((a, b) => sign * compare(a, b))
				.slice(0, limit);
		},
		({ created_at, id }) => [created_at, id],
	);
	const { t } = i18nIn(language);
	const offered = GAMES.filter((game) => isOpen(game, config));
	return {
		filter,
		games: offered.map(({ card, entryName }) => ({ value: card.id, name: entryName(t) })),
		days: await groupByDay(tools, games, userId, rows, language),
		...pager,
	};
}

const compare = (a: EndedRound, b: EndedRound): number => {
	if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
	return a.id < b.id ? -1 : 1;
};

async function groupByDay(
	{ db, config }: Pick<Site, "db" | "config">,
	games: readonly Game[],
	userId: string,
	rows: readonly PlayedRound[],
	language: Language,
) {
	const timeZone = config.SITE_TIMEZONE;
	const shares = await findShares(db, userId);
	const shareIds = new Map(shares.map(({ id, round_id }) => [round_id, id]));
	const byDate = new Map<string, PlayedRound[]>();
	for (const round of rows) {
		const date = dateIn(timeZone, new Date(round.created_at));
		byDate.set(date, [...(byDate.get(date) ?? []), round]);
	}
	return Promise.all(
		[...byDate].map(async ([date, played]) => {
			const from = midnightIn(timeZone, new Date(played[0]?.created_at ?? 0));
			const to = midnightIn(timeZone, new Date(from.getTime() + INTO_NEXT_DAY_MS));
			const day = { userId, from: from.toISOString(), to: to.toISOString() };
			const sums = await Promise.all(
				games.map(({ history }) => sumPlayerRounds(db, history.endedRounds(db), day)),
			);
			const total = (key: "rounds" | "staked" | "received") => sums.reduce((sum, game) => sum + game[key], 0);
			return {
				/** `YYYY-MM-DD`. */
				date,
				name: formatDay(from, language, timeZone),
				/** The totals count all of the day's rounds in the chosen game, in points. */
				rounds: total("rounds"),
				staked: total("staked"),
				received: total("received"),
				/** The day's rounds on this page, newest first. */
				shown: played.map((round) => formatRound(round, shareIds.get(round.id), language, timeZone)),
			};
		}),
	);
}

function formatRound(round: PlayedRound, shareId: string | undefined, language: Language, timeZone: string) {
	const { id, game, created_at, staked, payout } = round;
	const { t } = i18nIn(language);
	return {
		id,
		game: game.entryName(t),
		gameId: game.card.id,
		time: formatTime(new Date(created_at), language, timeZone),
		result: game.history.resultText(t, round, language),
		staked,
		received: payout,
		verifierPath: game.history.verifierPath(round),
		/** The public id; undefined while the player does not share the round. */
		shareId,
	};
}
