import { formatMoment, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { findDeadJobs } from "~/jobs/jobs.queries.server";
import type { Site } from "~/lib/site";
import { findEvents, findHeldEvents } from "../inbox/events.queries.server";
import { decisionsOn } from "../inbox/held-gifts.server";
import { platformEvent } from "../inbox/inbox.server";
import { maySignInWith } from "../inbox/person-of";
import { PLATFORMS, type PlatformId } from "../inbox/platform-event";
import { rulesOn } from "../rules/rules";
import { earningOf, streamEventIn } from "../rules/sources";
import type { Channel } from "./channel.server";
import { findSilences } from "./channels.queries.server";
import { eventName } from "./event-name.server";

/** Maximum numbers of rows on the page. */
const MAX_SILENCES = 10;
const MAX_FAILED = 50;
const MAX_HELD = 50;
/** How long the page lists a gift that is not paid. */
const UNPAID_MS = 7 * 24 * 60 * 60 * 1000;

type PageSite = Pick<Site, "db" | "now" | "config" | "rulesAt" | "channels">;

declare module "~/lib/site" {
	interface Site {
		/** The channel of each platform. */
		channels: Record<PlatformId, Channel>;
	}
}

/** Reads the gifts that wait, and those of the last days that are not paid. */
async function readHeldGifts({ db, now, config, rulesAt }: PageSite, language: Language) {
	const moment = (at: string) => formatMoment(new Date(at), language, config.SITE_TIMEZONE);
	const since = new Date(now().getTime() - UNPAID_MS).toISOString();
	return (await findHeldEvents(db, since, MAX_HELD)).flatMap((row) => {
		const event = streamEventIn(row.kind, JSON.parse(row.facts));
		if (event?.kind !== "gift") return [];
		const happenedAt = new Date(row.happened_at);
		const points = earningOf(event, rulesOn(row.platform as PlatformId, rulesAt(happenedAt)), happenedAt);
		return {
			id: row.id,
			person: row.person_name,
			at: moment(row.happened_at),
			/** The number of subscriptions. */
			count: event.count,
			/** Before the ceiling of the day. */
			points: formatPoints(points, language),
			state: row.state as "held" | "repeated" | "rejected",
			/** When it will be paid; undefined unless it is held. */
			paidAt: row.held_until === null ? undefined : moment(row.held_until),
			decisions: decisionsOn(row.state),
		};
	});
}

/** Reads the events that could not be handled. */
async function readFailedEvents({ db, config }: PageSite, language: Language) {
	const dead = await findDeadJobs(db, platformEvent.kind, MAX_FAILED);
	const faults = new Map(dead.map(({ reference, fault }) => [Number(reference), fault ?? ""]));
	const rows = dead.length > 0 ? await findEvents(db, [...faults.keys()]) : [];
	return rows.map(({ id, platform, kind, person_name: person, happened_at }) => ({
		...{ id, person, platform: PLATFORMS[platform as PlatformId], kind: eventName(kind, language) },
		...{
			fault: faults.get(id) ?? "",
			at: formatMoment(new Date(happened_at), language, config.SITE_TIMEZONE),
		},
	}));
}

/** Reads a platform, with instants in the reader's language. */
async function readChannel({ db, config, channels }: PageSite, platform: PlatformId, language: Language) {
	const moment = (at: Date) => formatMoment(at, language, config.SITE_TIMEZONE);
	const { account, heardAt, subscriptions, ...status } = await channels[platform].readStatus();
	const silences = await findSilences(db, platform, MAX_SILENCES);
	return {
		...status,
		platform,
		name: PLATFORMS[platform],
		/** Whether the settings allow to connect a channel. */
		isConfigured: channels[platform].isConfigured,
		maySignIn: maySignInWith(platform, config),
		account: account && { ...account, since: moment(new Date(account.connectedAt)) },
		heardAt: heardAt && moment(new Date(heardAt)),
		/** Each with the name of its type. */
		subscriptions: subscriptions.map((one) => ({ ...one, event: eventName(one.type, language) })),
		silences: silences.map(({ from_at, until_at }) => ({
			from: moment(new Date(from_at)),
			until: moment(new Date(until_at)),
		})),
		/** The addresses to enter at the platform: of the redirect and of the webhook. */
		redirectUri: `${config.APP_ORIGIN}/settings/stream/${platform}`,
		hook: `${config.APP_ORIGIN}/hooks/${platform}`,
	};
}

/** Reads the page of the connected channels. */
export const readStreamPage = async (site: PageSite, language: Language) => ({
	channels: [await readChannel(site, "twitch", language), await readChannel(site, "kick", language)],
	gifts: await readHeldGifts(site, language),
	failed: await readFailedEvents(site, language),
});

type StreamPage = Awaited<ReturnType<typeof readStreamPage>>;
export type ShownChannel = StreamPage["channels"][number];
export type HeldGift = StreamPage["gifts"][number];
export type FailedEvent = StreamPage["failed"][number];
