import { endsAct } from "db/transact";
import { LRUCache } from "lru-cache";
import type { Announcement, Announcements, AnnouncementType } from "~/announcements/announcements";
import { findHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { findCode } from "~/earning/codes/codes.queries.server";
import { findMarket } from "~/events/predictions/predictions.queries.server";
import { describeMarket } from "~/events/predictions/predictions-page.server";
import { findTournament } from "~/events/tournaments/tournaments.queries.server";
import { GAMES } from "~/games/games.server";
import { findNames } from "~/games/lobby/leaders.queries.server";
import { gameOfWin } from "~/games/names.server";
import { formatMultiplier } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import { DEFAULT_LANGUAGE, type Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { findRecord } from "~/records/records.queries.server";

export type DescribeSite = Pick<Site, "db" | "config" | "log">;

interface Found {
	/** The values of the title. */
	values: Readonly<Record<string, string>>;
	/** The users whom the title names first. */
	userIds?: readonly string[];
	points?: number;
	/** The points in stakes. */
	multiplier?: number;
	/** The page about it. */
	path: string;
}

/** What a reader shows of an announcement. */
export interface Described extends Pick<Found, "points" | "multiplier" | "path"> {
	/** One line in the language, with names. */
	title: string;
	/** The present names of those whom it names; null for a hidden one and an erased person. */
	names: (string | null)[];
}

type Declaration<Data> = (
	site: DescribeSite,
	data: Data,
	language: Language,
) => Promise<Found | undefined> | Found | undefined;

const ofTournament: Declaration<{ tournamentId: string; winnerIds?: readonly string[] }> = async (
	{ db },
	{ tournamentId, winnerIds },
	language,
) => {
	const tournament = await findTournament(db, tournamentId);
	if (!tournament || winnerIds?.length === 0) return undefined;
	const { title } = translated(tournament, language);
	return { values: { title }, path: "/tournament", ...(winnerIds && { userIds: winnerIds }) };
};

const ofRaffle: Declaration<{ raffleId: string; winnerIds?: readonly string[] }> = async (
	{ db },
	{ raffleId, winnerIds },
	language,
) => {
	const raffle = await findRecord(db, { table: "raffles" }, raffleId);
	if (!raffle || winnerIds?.length === 0) return undefined;
	const { title } = translated(raffle, language);
	return { values: { title }, path: `/raffles/${raffleId}`, ...(winnerIds && { userIds: winnerIds }) };
};

const ofMarket: Declaration<{ marketId: string }> = async ({ db, config }, { marketId }, language) => {
	const market = config.PREDICTIONS ? await findMarket(db, marketId) : undefined;
	if (!market) return undefined;
	const { question, result = "" } = await describeMarket(db, market, language);
	return { values: { question, result }, path: "/predictions" };
};

const ofItem: Declaration<{ userId: string; itemId: string }> = async (
	{ db },
	{ userId, itemId },
	language,
) => {
	const item = await findRecord(db, { table: "store_items" }, itemId);
	if (!item) return undefined;
	const { name } = translated(item, language);
	return { values: { item: name }, userIds: [userId], points: item.price, path: "/store" };
};

/** Reads what a title of each type names; undefined if it is gone, or if there is nothing to show. */
const DECLARATIONS: { [Type in AnnouncementType]: Declaration<Announcements[Type]> } = {
	"store.redeemed": ofItem,
	"store.goal_reached": ofItem,
	"game.big_win"(_site, { userId, payout, multiplier, ...data }, language) {
		const game = GAMES.find(({ card }) => card.id === data.game);
		if (!game) return undefined;
		const shown = formatMultiplier(Math.round(multiplier * 100), language);
		const values = { game: gameOfWin(game.winName, language), multiplier: shown };
		return { values, userIds: [userId], points: payout, multiplier, path: game.card.path };
	},
	"raffle.opened": ofRaffle,
	"raffle.drawn": ofRaffle,
	"tournament.opened": ofTournament,
	"tournament.started": ofTournament,
	"tournament.finished": ofTournament,
	"prediction.opened": ofMarket,
	"prediction.locked": ofMarket,
	async "prediction.decided"(site, data, language) {
		const found = await ofMarket(site, data, language);
		// It was undone since.
		return found?.values.result === "" ? undefined : found;
	},
	async "hunt.opened"({ db }, { huntId }, language) {
		const hunt = await findHunt(db, huntId);
		return hunt && { values: { title: translated(hunt, language).title }, path: "/bonus-hunt" };
	},
	async "hunt.finished"(site, data, language) {
		const found = await DECLARATIONS["hunt.opened"](site, data, language);
		return found && { ...found, path: `/bonus-hunt/past/${data.huntId}` };
	},
	async "code.published"({ db }, { codeId }) {
		const code = await findCode(db, codeId);
		return code && { values: {}, points: code.points, path: "/claim" };
	},
	"stream.started": ({ config }) => ({ values: { channel: config.CHANNEL_NAME }, path: "/" }),
	async "slot.requested"({ db }, { userId, slotId }) {
		const slot = await findRecord(db, { table: "slots" }, slotId);
		return slot && { values: { slot: slot.name }, userIds: [userId], path: "/slots" };
	},
};

/** Names that a title lists. */
const MAX_NAMES = 3;

/** What could not be described and was logged. */
const faulty = new LRUCache<string, true>({ max: 1000 });

/**
 * Describes an announcement with the names of now; undefined if what it is about is gone, or if there is nothing to show. One that
 * cannot be described because of a fault of the site is logged once, so that it does not stop those after it.
 * @param shownAs how the title writes a name; a person whose name it leaves empty is anonymous there.
 */
export const describeAnnouncement = (
	site: DescribeSite,
	announcement: Pick<Announcement, "type" | "data">,
	language: Language,
	shownAs = (name: string) => name,
): Promise<Described | undefined> =>
	logged(site, announcement, () => describe(site, announcement, language, shownAs));

/** Reads what {@link describeAnnouncement} describes, without making its title. */
export const findAnnounced = (
	site: DescribeSite,
	announcement: Pick<Announcement, "type" | "data">,
): Promise<Pick<Found, "points"> | undefined> =>
	logged(site, announcement, async () => find(site, announcement, DEFAULT_LANGUAGE));

async function logged<Result>(
	site: DescribeSite,
	announcement: Pick<Announcement, "type" | "data">,
	read: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
	try {
		return await read();
	} catch (error) {
		if (endsAct(error)) throw error;
		const { type, data } = announcement;
		const key = JSON.stringify([type, data]);
		if (!faulty.has(key)) site.log.error({ event: "announcement-undescribed", type, data, err: error });
		faulty.set(key, true);
		return undefined;
	}
}

function find(
	site: DescribeSite,
	{ type, data }: Pick<Announcement, "type" | "data">,
	language: Language,
): ReturnType<Declaration<typeof data>> {
	const declaration = DECLARATIONS[type] as Declaration<typeof data>;
	return declaration(site, data, language);
}

async function describe(
	site: DescribeSite,
	announcement: Pick<Announcement, "type" | "data">,
	language: Language,
	shownAs: (name: string) => string,
): Promise<Described | undefined> {
	const found = await find(site, announcement, language);
	if (!found) return undefined;
	const { type } = announcement;
	const { values, userIds = [], points, multiplier, path } = found;
	const { t } = i18nIn(language);
	const known = userIds.length === 0 ? [] : await findNames(site.db, userIds);
	const names = userIds.map((userId) => known.find(({ id }) => id === userId)?.twitch_username ?? null);
	const shown = names.slice(0, MAX_NAMES).map((name) => (name && shownAs(name)) || t("shell.anonymous"));
	const more = names.length - shown.length;
	const listed = more > 0 ? [...shown, t("announcements.others", { count: more })] : shown;
	const title = t(`announcements.${type}`, {
		...{ ...values, name: shown[0] ?? "" },
		names: new Intl.ListFormat(language).format(listed),
		...(points !== undefined && { points: t("raffles.points", { count: points }) }),
	});
	return { title, names, path, ...(points !== undefined && { points }), ...(multiplier && { multiplier }) };
}
