import type { Channel } from "~/channel/channel";
import type { Config } from "~/lib/config.server";

export type FactSettings = Pick<
	Config,
	| "APP_ORIGIN"
	| "OIDC_ISSUER"
	| "STARTING_POINTS"
	| "REDEEM_BOT_URL"
	| "WEBHOOK_URL"
	| "DISCORD_URL"
	| "POINTS_PROVIDER_URL"
	| "POINTS_PROVIDER_CHANNEL"
	| "POINTS_PROVIDER_NAME"
	| "ANALYTICS_COLLECTOR_URL"
>;

/** The facts of this site on which the legal texts depend. */
export interface Facts {
	name: string;
	/** Empty when none is set: the texts then name the channel's other contacts. */
	email: string;
	/** Host of the sign-in provider, and of the collector if there is one. */
	signInService: string;
	collector: string | undefined;
	/** Name of the points provider; undefined if there is none. */
	pointsProvider: string | undefined;
	hasRedeemBot: boolean;
	/** Whether announcements are sent to a webhook or to Discord. */
	hasReceivers: boolean;
	/** Prefix of cookie names, which browsers accept on https only. */
	hostPrefix: string;
}

/** Derives the facts from the settings, without requests. */
export function factsOf(config: FactSettings, channel: Pick<Channel, "name" | "contactEmail">): Facts {
	const hasPointsProvider = config.POINTS_PROVIDER_URL || config.POINTS_PROVIDER_CHANNEL;
	return {
		name: channel.name,
		email: channel.contactEmail,
		signInService: new URL(config.OIDC_ISSUER).host,
		collector: config.ANALYTICS_COLLECTOR_URL && new URL(config.ANALYTICS_COLLECTOR_URL).host,
		pointsProvider: hasPointsProvider ? config.POINTS_PROVIDER_NAME : undefined,
		hasRedeemBot: config.REDEEM_BOT_URL !== undefined,
		hasReceivers: (config.WEBHOOK_URL ?? config.DISCORD_URL) !== undefined,
		hostPrefix: config.APP_ORIGIN.startsWith("https:") ? "__Host-" : "",
	};
}
