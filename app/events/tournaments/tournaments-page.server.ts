import { randomUUID } from "node:crypto";
import type { Db } from "db/database";
import type { Viewer } from "~/account/viewer";
import { GAMES } from "~/games/games.server";
import { readShownPlayers } from "~/games/lobby/shown-players.server";
import { formatDeadline, formatMoment, formatMultiplier, formatPoints } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { findRecords } from "~/records/records.queries.server";
import { slots } from "~/slots/slots.server";
import { findItem } from "~/store/items/items.server";
import type { EventNow } from "../event-now";
import type { Prize } from "../prizes";
import { readBracket } from "./bracket/bracket-page.server";
import { hasOpenBets } from "./race.queries.server";
import {
	canJoin,
	isEditable,
	maxEntriesOf,
	phaseOf,
	type Rule,
	type Score,
	type Tournament,
} from "./tournament";
import {
	countEntries,
	findEndedTournaments,
	findEntry,
	findOpenTournaments,
	findPlaced,
} from "./tournaments.queries.server";

type PageSite = Pick<Site, "db" | "now" | "config">;
type BoardSite = PageSite & Pick<Site, "tournamentBoard">;

const SHOWN_LINES = 10;
const SHOWN_PAST = 10;
/** Places of a past tournament. */
const SHOWN_PLACES = 3;
const UNITS = [
	["d", 86_400],
	["h", 3600],
	["min", 60],
	["s", 1],
] as const;

/** A duration in its two largest units, such as `2 h 5 min`. A number stays with its unit at the end of a line. */
function durationText(ms: number): string {
	let left = Math.max(0, Math.floor(ms / 1000));
	const parts = UNITS.map(([unit, size]) => {
		const number = Math.floor(left / size);
		left -= number * size;
		return { number, text: `${number}\u00a0${unit}` };
	});
	const first = parts.findIndex(({ number }) => number > 0);
	const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2);
	return shown.map(({ text }) => text).join("\u00a0");
}

/** What happens next, with its time in the site's time zone. */
async function statusText(tournament: Tournament, { db, now, config }: PageSite, language: Language) {
	const { t } = i18nIn(language);
	const at = now();
	const phase = phaseOf(tournament, at);
	const { id, kind, opensAt, startsAt, endsAt } = tournament;
	if (phase === "running" && endsAt === null) return t("tournaments.status.playing");
	if (kind === "bracket" && isEditable(tournament, at) && startsAt <= at.toISOString())
		return t("tournaments.status.late");
	if (phase === "settling" && kind === "race" && (await hasOpenBets(db, id, endsAt ?? "")))
		return t("tournaments.status.openBets");
	const next = phase === "planned" ? opensAt : phase === "running" ? (endsAt ?? "") : startsAt;
	const when = new Date(next);
	return t(`tournaments.status.${phase}`, {
		when: formatDeadline(when, language, config.SITE_TIMEZONE),
		left: durationText(when.getTime() - at.getTime()),
	});
}

function ruleText(rule: Rule, language: Language): string {
	const { t } = i18nIn(language);
	if (rule.kind === "league")
		return t("tournaments.rule.league", {
			points: rule.points.map((one) => formatPoints(one, language)).join(", "),
		});
	if (rule.kind === "bracket") return t("tournaments.rule.bracket", { size: rule.size });
	const names = rule.games.map((id) => t(`lobby.game.${id as "plinko"}.name`));
	const games = new Intl.ListFormat(language).format(names);
	return t(rule.best === 1 ? "tournaments.rule.best" : "tournaments.rule.sum", { ...rule, games });
}

/** A place, such as `4th` or `4.º`. */
function placeText(place: number, language: Language): string {
	if (language === "pt") return `${place}.º`;
	const isTeen = Math.floor(place / 10) % 10 === 1;
	return `${place}${(isTeen ? undefined : ["", "st", "nd", "rd"][place % 10]) || "th"}`;
}

/** A score as the board shows it: a multiplier in a race, points in a league. */
const scoreText = ({ kind }: Rule, score: number, language: Language): string =>
	kind === "race"
		? formatMultiplier(score, language)
		: i18nIn(language).t("tournaments.points", { count: score });

async function prizeText(db: Db, prize: Prize, language: Language): Promise<string> {
	const { t } = i18nIn(language);
	if ("points" in prize) return t("tournaments.points", { count: prize.points });
	const item = await findItem(db, prize.itemId);
	return item ? translated(item, language).name : t("tournaments.noItem");
}

const prizesOf = (db: Db, { prizes }: Tournament, language: Language) =>
	Promise.all(
		prizes.flatMap((prize, index) =>
			prize
				? [prizeText(db, prize, language).then((text) => ({ place: placeText(index + 1, language), text }))]
				: [],
		),
	);

/** Lines of a board with the names that are shown to others. */
async function linesOf<Line extends { userId: string }>(db: Db, lines: readonly Line[]) {
	const playerOf = await readShownPlayers(
		db,
		lines.map(({ userId }) => userId),
	);
	return lines.map(({ userId, ...line }) => ({ ...line, ...playerOf(userId) }));
}

/** The first lines of a tournament that runs. */
const scoredLines = (db: Db, rule: Rule, board: readonly Score[], language: Language) =>
	linesOf(
		db,
		board.slice(0, SHOWN_LINES).map(({ entryId: id, userId, score, counted }, index) => ({
			...{ id, userId, place: index + 1, counted, score: scoreText(rule, score, language) },
		})),
	);

/** The first places of one that has ended, with the prize in the place of the score, which is not stored. */
async function placedLines(db: Db, { id: tournamentId, prizes }: Tournament, language: Language) {
	/** An item with the points of its price, which are what the winner has if it was out of stock. */
	const paidText = async (place: number, paid: number) => {
		const points = i18nIn(language).t("tournaments.points", { count: paid });
		const prize = prizes[place - 1];
		return prize && "itemId" in prize ? `${await prizeText(db, prize, language)} (${points})` : points;
	};
	const placed = (await findPlaced(db, tournamentId, SHOWN_LINES)).map(
		async ({ id, user_id: userId, place: stored, prize }) => {
			const place = stored ?? 0;
			return { id, userId, place, counted: null, score: prize === null ? "" : await paidText(place, prize) };
		},
	);
	return linesOf(db, await Promise.all(placed));
}

/** The viewer's part in a tournament. */
async function readOwn(
	db: Db,
	tournament: Tournament,
	{ board, viewer, at, language }: { board: readonly Score[]; viewer: Viewer; at: Date; language: Language },
) {
	const entry = await findEntry(db, tournament.id, viewer.id);
	const index = board.findIndex(({ userId }) => userId === viewer.id);
	const own = board[index];
	return {
		isIn: entry !== undefined,
		canLeave: entry !== undefined && isEditable(tournament, at),
		result: own && {
			place: placeText(index + 1, language),
			score: scoreText(tournament.rule, own.score, language),
			counted: own.counted,
		},
		/** The choices of an entrant of a bracket. */
		slots:
			tournament.kind === "bracket" && !entry && canJoin(tournament, at)
				? (await findRecords(db, slots)).map(({ id, name }) => ({ id, name }))
				: [],
		/** A key for each form. */
		idempotencyKey: randomUUID() as string,
	};
}

async function showTournament(
	site: BoardSite,
	tournament: Tournament,
	{ viewer, language }: { viewer: Viewer | undefined; language: Language },
) {
	const { db } = site;
	const { id, kind, rule, fee, minAccountHours, maxEntries } = tournament;
	const at = site.now();
	const phase = phaseOf(tournament, at);
	const [board, entries, prizes] = await Promise.all([
		phase === "running" || phase === "settling" ? site.tournamentBoard(tournament) : [],
		countEntries(db, id),
		prizesOf(db, tournament, language),
	]);
	const free = maxEntriesOf(tournament) - entries;
	return {
		...{ id, kind, phase, fee, entries, minAccountHours, prizes },
		title: translated(tournament, language).title,
		status: await statusText(tournament, site, language),
		rule: ruleText(rule, language),
		/** Of a race that runs. */
		games:
			rule.kind === "race" && phase === "running"
				? GAMES.filter(({ card }) => rule.games.includes(card.id)).map(({ card: { id: game, path } }) => ({
						path,
						name: i18nIn(language).t(`lobby.game.${game}.name`),
					}))
				: [],
		/** Of each entrant in a race. */
		rounds: rule.kind === "race" ? rule.rounds : null,
		/** Null without a limit. */
		free: maxEntries === null && kind !== "bracket" ? null : free,
		canJoin: canJoin(tournament, at) && free > 0,
		isEditable: isEditable(tournament, at),
		lines:
			phase === "ended"
				? await placedLines(db, tournament, language)
				: await scoredLines(db, rule, board, language),
		bracket: kind === "bracket" ? await readBracket(site, id, language) : undefined,
		own: viewer && (await readOwn(db, tournament, { board, viewer, at, language })),
	};
}

export type ShownTournament = Awaited<ReturnType<typeof showTournament>>;

/** The results of a tournament that has ended: the first places, with the names that are shown to others. */
async function showPast({ db, config }: PageSite, tournament: Tournament, language: Language) {
	const placed = await placedLines(db, tournament, language);
	return {
		...{ id: tournament.id, kind: tournament.kind },
		title: translated(tournament, language).title,
		when: formatMoment(new Date(tournament.endedAt ?? ""), language, config.SITE_TIMEZONE),
		placed: placed
			.slice(0, SHOWN_PLACES)
			.map(({ place, score, ...one }) => ({ ...one, place: placeText(place, language), prize: score })),
	};
}

/** Reads the open tournaments and the results of the last ones. Without a viewer it has no value of a single request. */
export async function readTournamentsPage(site: BoardSite, viewer: Viewer | undefined, language: Language) {
	const [open, ended] = await Promise.all([
		findOpenTournaments(site.db),
		findEndedTournaments(site.db, SHOWN_PAST),
	]);
	return {
		tournaments: await Promise.all(open.map((one) => showTournament(site, one, { viewer, language }))),
		past: await Promise.all(ended.map((one) => showPast(site, one, language))),
	};
}

/** Reads a tournament for its overlay, without any viewer. */
export const readOverlay = (site: BoardSite, tournament: Tournament, language: Language) =>
	showTournament(site, tournament, { viewer: undefined, language });

/** Reads the tournaments of which something happens now. */
export async function readTournamentsNow(site: PageSite, language: Language): Promise<EventNow[]> {
	const open = await findOpenTournaments(site.db);
	return Promise.all(
		open
			.filter((one) => phaseOf(one, site.now()) !== "planned")
			.map(async (one) => ({
				...{
					kind: "tournament",
					id: one.id,
					path: `/tournament#tournament-${one.id}`,
					title: translated(one, language).title,
				},
				text: await statusText(one, site, language),
			})),
	);
}
