import type { Db } from "db/database";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { findFailedEvents } from "../inbox/events.queries.server";
import { PLATFORMS, type PlatformId } from "../inbox/platform-event";
import type { PlatformFault } from "../platform-http.server";
import type { SubscriptionState, TransportName } from "./adapter";
import type { Channel } from "./channel.server";
import { findSilences } from "./channels.queries.server";
import type { Trouble } from "./trouble";

/** Maximum numbers of rows on the page. */
const MAX_SILENCES = 10;
const MAX_FAILED = 50;

interface Tools {
	db: Db;
	config: Pick<Config, "APP_ORIGIN" | "SITE_TIMEZONE">;
	channels: Record<PlatformId, Channel>;
}

/** A platform on the settings page, with instants in the reader's language. */
export interface ShownChannel {
	platform: PlatformId;
	name: string;
	/** Whether the settings allow to connect a channel. */
	isConfigured: boolean;
	account: { name: string; since: string; transport: TransportName } | undefined;
	subscriptions: readonly SubscriptionState[];
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

/** Reads the page of the connected channels. */
export async function readStreamPage({ db, config, channels }: Tools, language: Language) {
	const moment = (at: Date) => formatMoment(at, language, config.SITE_TIMEZONE);
	const shown = async (platform: PlatformId): Promise<ShownChannel> => {
		const { account, stream, heardAt, ...status } = channels[platform].status();
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
			isLive: stream !== undefined,
			silences: silences.map(({ from_at, until_at }) => ({
				from: moment(new Date(from_at)),
				until: moment(new Date(until_at)),
			})),
			redirectUri: `${config.APP_ORIGIN}/settings/stream/${platform}`,
			hook: `${config.APP_ORIGIN}/hooks/${platform}`,
		};
	};
	const failed = await findFailedEvents(db, MAX_FAILED);
	return {
		channels: [await shown("twitch"), await shown("kick")],
		failed: failed.map(
			({ id, platform, kind, person_name: person, happened_at, fault }): FailedEvent => ({
				id,
				platform: PLATFORMS[platform as PlatformId],
				kind,
				person,
				fault: fault ?? "",
				at: moment(new Date(happened_at)),
			}),
		),
	};
}
