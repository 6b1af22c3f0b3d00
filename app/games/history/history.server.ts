import { type Page, positionIn, readPage } from "db/keyset";
import { formatDay, formatTime } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { dateIn, midnightIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import type { Game } from "../game";
import { GAMES } from "../games.server";
import { findShareIds } from "../sharing/shared-rounds.queries.server";
import type { EndedRound } from "./ended-round";
import { type HistoryDay, type HistoryRound, historyFilterIn } from "./history";
import { findPlayerRounds, sumPlayerRounds } from "./history.queries.server";

type PlayedRound = EndedRound & { game: Game };

const PAGE_SIZE = 25;
/** Longer than any day, and shorter than any two days, also when the clocks change. */
const INTO_NEXT_DAY_MS = 26 * 60 * 60 * 1000;

/**
 * Reads a page of 25 of a player's settled rounds in all games, newest first, grouped by the days of the site's time zone.
 * @param search of the address: `game`, `outcome` and the pager's position.
 */
export async function readHistory(
	tools: Pick<Site, "db" | "config">,
	userId: string,
	search: URLSearchParams,
	language: Language,
): Promise<Omit<Page<never>, "rows"> & { days: HistoryDay[] }> {
	const { db } = tools;
	const filter = historyFilterIn(
		search,
		GAMES.map(({ card }) => card.id),
	);
	const games = GAMES.filter(({ card }) => !filter.game || card.id === filter.game);
	const { rows, ...pager } = await readPage<PlayedRound>(
		{ position: positionIn(search, ["string", "string"]), size: PAGE_SIZE },
		async (position, limit) => {
			const found = await Promise.all(
				games.map(async (game) => {
					const player = { userId, outcome: filter.outcome };
					const rounds = await findPlayerRounds(db, game.history.endedRounds(db), player, position, limit);
					return rounds.map((round) => ({ ...round, game }));
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
	const shareIds = await findShareIds(
		db,
		userId,
		rows.map(({ id }) => id),
	);
	return { days: await groupByDay(tools, games, userId, rows, shareIds, language), ...pager };
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
	shareIds: ReadonlyMap<string, string>,
	language: Language,
): Promise<HistoryDay[]> {
	const timeZone = config.SITE_TIMEZONE;
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
				date,
				name: formatDay(from, language, timeZone),
				rounds: total("rounds"),
				staked: total("staked"),
				received: total("received"),
				shown: played.map((round) => formatRound(round, shareIds.get(round.id), language, timeZone)),
			};
		}),
	);
}

function formatRound(
	round: PlayedRound,
	shareId: string | undefined,
	language: Language,
	timeZone: string,
): HistoryRound {
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
		shareId,
	};
}
