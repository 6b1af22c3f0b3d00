import { formatMoment, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { findDeadJobs } from "~/jobs/jobs.queries.server";
import type { Site } from "~/lib/site";
import { findEvents, findHeldEvents } from "../inbox/events.queries.server";
import { decisionsOn, type GiftDecision } from "../inbox/held-gifts.server";
import { platformEvent } from "../inbox/inbox.server";
import { PLATFORMS, type PlatformId } from "../inbox/platform-event";
import type { PlatformFault } from "../platform-client.server";
import { rulesOn } from "../rules/rules";
import { earningOf, streamEventIn } from "../rules/sources";
import type { SubscriptionState, TransportName } from "./adapter";
import type { Channel } from "./channel.server";
import { findSilences } from "./channels.queries.server";
import { eventName } from "./event-name.server";
import type { Trouble } from "./trouble";

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

/** A platform on the settings page, with instants in the reader's language. */
export interface ShownChannel {
	platform: PlatformId;
	name: string;
	/** Whether the settings allow to connect a channel. */
	isConfigured: boolean;
	account: { name: string; since: string; transport: TransportName } | undefined;
	/** Each with the name of its type. */
	subscriptions: readonly (SubscriptionState & { event: string })[];
	fault: PlatformFault | undefined;
	trouble: Trouble | undefined;
	heardAt: string | undefined;
	isLive: boolean;
	silences: { from: string; until: string }[];
	/** The redirect address, to enter at the platform. */
	redirectUri: string;
	/** The address of the webhook. */
	hook: string;
}

/** An event that could not be handled. */
export interface FailedEvent {
	id: number;
	platform: string;
	kind: string;
	person: string;
	at: string;
	fault: string;
}

/** A gift that a platform has announced, and that is not paid yet or not paid at all. */
export interface HeldGift {
	id: number;
	person: string;
	at: string;
	/** The number of subscriptions. */
	count: number;
	/** Before the ceiling of the day. */
	points: string;
	state: "held" | "repeated" | "rejected";
	/** When it will be paid; undefined unless it is held. */
	paidAt: string | undefined;
	decisions: GiftDecision[];
}

/** Reads the gifts that wait, and those of the last days that are not paid. */
async function readHeldGifts(
	{ db, now, config, rulesAt }: PageSite,
	language: Language,
): Promise<HeldGift[]> {
	const moment = (at: string) => formatMoment(new Date(at), language, config.SITE_TIMEZONE);
	const since = new Date(now().getTime() - UNPAID_MS).toISOString();
	return (await findHeldEvents(db, since, MAX_HELD)).flatMap((row) => {
		const event = streamEventIn(row.kind, JSON.parse(row.facts));
		if (event?.kind !== "gift") return [];
		const happenedAt = new Date(row.happened_at);
		const points = earningOf(event, rulesOn(row.platform as PlatformId, rulesAt(happenedAt)), happenedAt);
		return {
			...{ id: row.id, person: row.person_name, at: moment(row.happened_at), count: event.count },
			points: formatPoints(points, language),
			state: row.state as HeldGift["state"],
			paidAt: row.held_until === null ? undefined : moment(row.held_until),
			decisions: decisionsOn(row.state),
		};
	});
}

/** Reads the page of the connected channels. */
export async function readStreamPage(site: PageSite, language: Language) {
	const { db, config, channels } = site;
	const moment = (at: Date) => formatMoment(at, language, config.SITE_TIMEZONE);
	const shown = async (platform: PlatformId): Promise<ShownChannel> => {
		const { account, stream, heardAt, subscriptions, ...status } = channels[platform].status();
		const silences = await findSilences(db, platform, MAX_SILENCES);
		return {
			...status,
			platform,
			name: PLATFORMS[platform],
			isConfigured: channels[platform].isConfigured,
			account: account && {
				name: account.name,
				transport: account.transport,
				since: moment(new Date(account.connectedAt)),
			},
			heardAt: heardAt && moment(heardAt),
			subscriptions: subscriptions.map((one) => ({ ...one, event: eventName(one.type, language) })),
			isLive: stream !== undefined,
			silences: silences.map(({ from_at, until_at }) => ({
				from: moment(new Date(from_at)),
				until: moment(new Date(until_at)),
			})),
			redirectUri: `${config.APP_ORIGIN}/settings/stream/${platform}`,
			hook: `${config.APP_ORIGIN}/hooks/${platform}`,
		};
	};
	const dead = await findDeadJobs(db, platformEvent.kind, MAX_FAILED);
	const faults = new Map(dead.map(({ reference, fault }) => [Number(reference), fault ?? ""]));
	const failed = dead.length > 0 ? await findEvents(db, [...faults.keys()]) : [];
	return {
		channels: [await shown("twitch"), await shown("kick")],
		gifts: await readHeldGifts(site, language),
		failed: failed.map(
			({ id, platform, kind, person_name: person, happened_at }): FailedEvent => ({
				id,
				platform: PLATFORMS[platform as PlatformId],
				kind: eventName(kind, language),
				person,
				fault: faults.get(id) ?? "",
				at: moment(new Date(happened_at)),
			}),
		),
	};
}
