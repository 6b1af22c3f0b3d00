import { readShared } from "db/shared-reads";
import type { Viewer } from "~/account/viewer";
import { readLastHunt, readLocalHunt } from "~/bonus-hunt/model/local-hunt.server";
import type { Channel } from "~/channel/channel";
import type { StreamState } from "~/channel/stream";
import { readDailyBonus } from "~/earning/daily/daily-bonus.server";
import { weekOf } from "~/earning/daily/week";
import type { EarningRules } from "~/earning/rules/rules";
import { readEventsNow } from "~/events/now.server";
import { GAMES, isOpen } from "~/games/games.server";
import type { LiveSwitch, Playing } from "~/games/lobby/lobby-topic";
import { readTopWins } from "~/games/lobby/top-wins.server";
import { formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { findPromotions } from "~/promotions/promotions.server";
import { findRecords } from "~/records/records.queries.server";
import { posts as postRecords } from "~/social/posts.server";
import { readStore } from "~/store/store.server";
import { offersOf } from "./offers";

interface HomeSite extends Pick<Site, "db" | "now" | "config" | "outsideHunt"> {
	/** The rules of earning that apply now. */
	rules(): EarningRules;
	channel(): Channel;
	streamState(): StreamState;
	/** The names of the platforms with a connected channel. */
	connectedPlatforms(): string[];
	liveSwitch(): LiveSwitch;
	livePlaying(): Playing;
}

const MAX_PROMOTIONS = 3;

export type HomePage = Awaited<ReturnType<typeof readHome>>;
/** The hunt on the home page. Amounts of an open hunt are euros, of a finished one cents. */
export type HomeHunt = NonNullable<HomePage["hunt"]>;

/**
 * Reads what is on: daily bonus, stream, hunt, games, wins of the day, what the viewer can afford, promotions. Public; without a
 * viewer it has no value of a single request.
 */
export async function readHome(site: HomeSite, viewer: Viewer | undefined, language: Language) {
	const { twitchLogin, nextStream } = site.channel();
	const [daily, store, shared] = await Promise.all([
		viewer &&
			readShared(site.db, `daily ${viewer.id} ${language}`, () => readDaily(site, viewer.id), site.now()),
		readStore(site, viewer, language),
		readShared(site.db, `home ${language}`, () => readForAll(site, language), site.now()),
	]);
	return {
		/** What a visitor gets for the first sign-in, in points. */
		start: viewer ? undefined : site.config.STARTING_POINTS,
		daily,
		stream: {
			login: twitchLogin,
			/** The host that Twitch's player must name. */
			parent: new URL(site.config.APP_ORIGIN).hostname,
			state: site.streamState(),
			told: liveSourceText(site.connectedPlatforms(), language),
			next: nextOf(nextStream, site, language),
		},
		...shared,
		games: gamesIn(site, language),
		live: site.liveSwitch(),
		playing: site.livePlaying(),
		offers: offersOf(store.items, viewer?.points),
	};
}

/** What is the same for everybody. */
async function readForAll(site: HomeSite, language: Language) {
	const [hunt, wins, promotions, posts, events] = await Promise.all([
		readHomeHunt(site, language),
		readTopWins(site, language),
		findPromotions(site, { withDraft: false }),
		findRecords(site.db, postRecords),
		readEventsNow(site, language),
	]);
	return {
		hunt,
		events,
		wins,
		promotions: promotions
			.slice(0, MAX_PROMOTIONS)
			.map((promotion) => translated(promotion, language))
			.map(({ id, title, imageUrl, welcomeBonus }) => ({ id, title, image: imageUrl, welcomeBonus })),
		posts: posts.length,
	};
}

/** The daily bonus of a viewer with the week of its streak; undefined if the site has none. */
async function readDaily(site: HomeSite, userId: string) {
	const bonus = await readDailyBonus(site, userId);
	return bonus.state === "off" ? undefined : { bonus, week: weekOf(site.rules(), bonus) };
}

/** Addresses of the games' pictures. */
const ART = import.meta.glob<string>("../games/lobby/art/*.svg", { eager: true, import: "default" });

/** The games that can be played, with names and pictures, so that browsers load neither for all games. */
function gamesIn({ config }: Pick<HomeSite, "config">, language: Language) {
	const { t } = i18nIn(language);
	return GAMES.filter((game) => isOpen(game, config)).map(({ card: { id, path, kind } }) => {
		const art = ART[`../games/lobby/art/${id}.svg`] ?? "";
		return { id, path, art, name: t(`lobby.game.${id}.name`), isLive: kind === "live" };
	});
}

/** Names the platforms that report whether the stream is live; undefined while admins switch it by hand. */
function liveSourceText([name, second]: string[], language: Language): string | undefined {
	const { t } = i18nIn(language);
	return name && t(second ? "stream.toldByBoth" : "stream.told", { name });
}

/** The next stream, with its time in the site's time zone; null for none, and once it has begun. */
function nextOf(instant: string, { now, config }: HomeSite, language: Language) {
	if (instant === "" || Date.parse(instant) <= now().getTime()) return null;
	return { at: instant, label: formatMoment(new Date(instant), language, config.SITE_TIMEZONE) };
}

async function readHomeHunt(site: HomeSite, language: Language) {
	// An outside source may be slow, so that only its page asks it.
	if (site.outsideHunt) return { kind: "outside" } as const;
	const open = await readLocalHunt(site, language);
	if (open) {
		const { id, revision, guesses, title, guessing, statistics } = open;
		return {
			kind: "open" as const,
			...{ id, revision, guesses, title },
			isGuessing: guessing === "open",
			opened: statistics.countOpenedBonus ?? 0,
			total: statistics.countTotalBonus ?? 0,
			won: statistics.totalWinAmount ?? 0,
			/** The multiplier that the unopened slots need to break even. */
			needed: statistics.breakEvenCurrent,
		};
	}
	const last = await readLastHunt(site, { language });
	if (!last) return null;
	const { id, revision, guesses, title, day, startCost, statistics, winnerName, bestMultiplier } = last;
	return {
		kind: "last" as const,
		...{ id, revision, guesses, title, day, startCost, bestMultiplier, winnerName },
		won: statistics.won,
	};
}
