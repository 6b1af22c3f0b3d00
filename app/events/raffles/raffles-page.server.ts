import type { Db } from "db/database";
import { LRUCache } from "lru-cache";
import type { Viewer } from "~/account/viewer";
import { beaconOf, randomnessOf, roundAfter, timeOf } from "~/beacon/beacon";
import { pageAddress } from "~/games/players/player-page";
import type { JsonPart } from "~/http/json-download.server";
import { formatDeadline } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import { inBatches } from "~/lib/batches.server";
import type { Site } from "~/lib/site";
import { wholeNumberIn } from "~/lib/whole-number";
import { type DrawFile, type DrawnPlace, listText } from "./draw-file";
import { hasFreeTicket, isOpen, MAX_BOUGHT, prizesOf } from "./raffle";
import {
	findNewestRaffles,
	findOwnTickets,
	findPlaces,
	findRaffle,
	findTickets,
	findTicketsAfter,
	type PublicRaffle,
} from "./raffles.queries.server";

/** The reason in the file for a place whose account was erased. */
const ERASED = "the account no longer exists";

type PageSite = Pick<Site, "db" | "now" | "config">;

interface Reader {
	viewer: Pick<Viewer, "id"> | undefined;
	language: Language;
}

/** A raffle as pages show it. */
export type ShownRaffle = Awaited<ReturnType<typeof show>>[number];
/** A raffle in a list. */
export type ListedRaffle = Awaited<ReturnType<typeof readRaffles>>["open"][number];

/** Reads the newest raffles: first the open ones, the first to close first, then those that are over. */
export async function readRaffles(site: PageSite, reader: Reader) {
	const newest = await show(site, await findNewestRaffles(site.db), reader, { withPlaces: false });
	// Visitors share the page for a second, so it has no time of a request.
	const all = newest.map(({ description, proof, places, msLeft, drawnMsAgo, ...card }) => card);
	return {
		open: all.filter(({ state }) => state === "open" || state === "frozen").reverse(),
		over: all.filter(({ state }) => state === "drawn" || state === "cancelled"),
	};
}

/** Reads the raffles that are not drawn, for the page of events and the home page. */
export async function readRafflesNow(site: PageSite, language: Language) {
	const { t } = i18nIn(language);
	const { open } = await readRaffles(site, { viewer: undefined, language });
	return open.map(({ id, title, isOpen, closes }) => ({
		...{ kind: "raffle" as const, id, path: `/raffles/${id}`, title },
		text: isOpen ? t("raffles.closes", { when: closes }) : t("raffles.states.frozen"),
	}));
}

/** Reads a raffle; undefined without one. */
export async function readRaffle(
	site: PageSite,
	id: string,
	reader: Reader,
): Promise<ShownRaffle | undefined> {
	const raffle = await findRaffle(site.db, id);
	return raffle && (await show(site, [raffle], reader, { withPlaces: true }))[0];
}

async function show(
	site: PageSite,
	raffles: readonly PublicRaffle[],
	{ viewer, language }: Reader,
	{ withPlaces }: { withPlaces: boolean },
) {
	const { db, config } = site;
	const { t } = i18nIn(language);
	const at = site.now();
	const moment = (instant: Date | string) =>
		formatDeadline(new Date(instant), language, config.SITE_TIMEZONE);
	const ids = raffles.map(({ id }) => id);
	const [places, ownTickets] = await Promise.all([
		withPlaces ? findPlaces(db, ids) : [],
		viewer ? findOwnTickets(db, viewer.id, ids) : [],
	]);
	return raffles.map((raffle) => {
		const { id, state, revision, price, seedHash, round, publicKey, listHash, seed } = raffle;
		const { title, description } = translated(raffle, language);
		const own = ownTickets.filter(({ raffle_id }) => raffle_id === id);
		const beacon = beaconOf(publicKey);
		const drawsAt = timeOf(beacon, round);
		const most = raffle.maxBought ?? MAX_BOUGHT;
		const prizes = prizesOf(raffle).map((line) => {
			const points = wholeNumberIn(line);
			return points === undefined ? line : t("raffles.points", { count: points });
		});
		const bought = own.filter(({ origin }) => origin === "bought").length;
		return {
			...{ id, revision, title, description, price, prizes, state, most },
			...{ tickets: raffle.tickets, viewers: raffle.viewers },
			isOpen: isOpen(raffle, at),
			isSettled: raffle.isSettled,
			hasFreeTicket: hasFreeTicket(raffle),
			extra: raffle.subscriberTickets ?? 0,
			hours: raffle.minAccountHours ?? 0,
			minutes: raffle.payAfterMinutes ?? 0,
			isOpenToAdmins: raffle.isOpenToAdmins,
			closesAt: raffle.closesAt,
			msLeft: Date.parse(raffle.closesAt) - at.getTime(),
			closes: moment(raffle.closesAt),
			draws: moment(drawsAt),
			/** Whether the round should be public. */
			isDue: at >= drawsAt,
			drawnMsAgo: raffle.drawnAt === null ? null : at.getTime() - Date.parse(raffle.drawnAt),
			drawn: raffle.drawnAt && moment(raffle.drawnAt),
			cancelled: raffle.cancelledAt && {
				at: moment(raffle.cancelledAt),
				reason: raffle.cancelReason,
				isAfterRound: raffle.cancelledAt >= drawsAt.toISOString(),
			},
			proof: {
				...{ seedHash, round, listHash, seed, beacon: beacon.name },
				/** Whether the list was final so late that another round decides. */
				isLate: round !== roundAfter(beacon, new Date(raffle.closesAt)),
			},
			own: own.map(({ number }) => number),
			pseudonym: own[0]?.pseudonym,
			/** The free tickets that the viewer may take next. */
			offer: offerOf(raffle, own),
			left: price === null ? 0 : most - bought,
			places: places
				.filter(({ raffle_id }) => raffle_id === id)
				.map(
					({ place, prize, ticket, state, reason, user_id, twitch_username: name, is_public, pays_at }) => ({
						...{ place, state, reason, ticket },
						prize: prizes[(prize ?? 0) - 1] ?? "",
						/** Null for an erased account. */
						name,
						address: (name !== null && is_public === 1 && pageAddress(name)) || undefined,
						isOwn: user_id === viewer?.id,
						pays: pays_at && moment(pays_at),
					}),
				),
		};
	});
}

function offerOf(raffle: PublicRaffle, own: readonly { origin: string }[]) {
	const has = (wanted: string) => own.some(({ origin }) => origin === wanted);
	if (hasFreeTicket(raffle) && !has("free")) return "takeFree";
	return raffle.subscriberTickets && !has("subscriber") ? "takeExtra" : undefined;
}

/** A raffle whose list is final. */
type FrozenRaffle = PublicRaffle & { listHash: string };

const readList = async (db: Db, raffle: FrozenRaffle) => listText(raffle, await findTickets(db, raffle.id));

/** Final lists by their hash: some MB each, whose read holds up the process for tenths of a second. */
const lists = new LRUCache<string, string, { db: Db; raffle: FrozenRaffle }>({
	max: 4,
	fetchMethod: (_hash, _known, { context: { db, raffle } }) => readList(db, raffle),
});

/** {@link readDrawFile} for visitors, with a list that is read once for many. */
export const readPublishedDraw = ({ db, config }: PageSite, id: string) =>
	readDrawFile(db, config.APP_ORIGIN, id, (_db, raffle) =>
		lists.forceFetch(raffle.listHash, { context: { db, raffle } }),
	);

/** The file with which anybody can check a draw. Before the draw it has the final list only; undefined while there is none. */
export async function readDrawFile(
	db: Db,
	site: string,
	id: string,
	listOf = readList,
): Promise<DrawFile | undefined> {
	const raffle = await findRaffle(db, id);
	if (!raffle?.frozenAt || raffle.listHash === null) return undefined;
	const { closesAt, seedHash, publicKey, round, listHash, frozenAt, seed, signature } = raffle;
	const places = (await findPlaces(db, [id])).map(({ place, ticket, prize, state, reason }) => ({
		...{ place, ticket, prize: prize ?? 0 },
		...{ state: state as DrawnPlace["state"], reason: reason === "" ? ERASED : reason },
	}));
	return {
		...{ format: "plateia-raffle-1", id, site, closesAt, seedHash, publicKey, round, listHash, frozenAt },
		...{ list: await listOf(db, { ...raffle, listHash }), signature },
		...(signature === null
			? { seed: null, randomness: null, places: null }
			: { seed, randomness: randomnessOf(signature), places }),
	};
}

/** A viewer's tickets for the export of personal data. */
export const readOwnRaffles = (db: Db, userId: string): Record<string, JsonPart> => ({
	raffleTickets: inBatches<Awaited<ReturnType<typeof findTicketsAfter>>[number]>((last, limit) =>
		findTicketsAfter(db, userId, last?.number ?? 0, limit),
	),
});
