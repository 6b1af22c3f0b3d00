import type { Channel } from "~/channel/channel";
import type { Config } from "~/lib/config.server";

export type FactSettings = Pick<
	Config,
	| "APP_ORIGIN"
	| "OIDC_ISSUER"
	| "STARTING_POINTS"
	| "REDEEM_BOT_URL"
	| "POINTS_PROVIDER_URL"
	| "POINTS_PROVIDER_CHANNEL"
	| "POINTS_PROVIDER_NAME"
	| "ANALYTICS_COLLECTOR_URL"
>;

/** What this site does, as far as the legal texts depend on it: they say only what holds here. */
export interface Facts {
	name: string;
	/** Empty where none is set: the texts then name the channel's other places. */
	email: string;
	/** Hosts of other services. */
	signInService: string;
	collector: string | undefined;
	pointsProvider: string | undefined;
	hasRedeemBot: boolean;
	/** Of cookie names: browsers accept it on https only. */
	hostPrefix: string;
}

export function factsOf(config: FactSettings, channel: Pick<Channel, "name" | "contactEmail">): Facts {
	const hasPointsProvider = config.POINTS_PROVIDER_URL || config.POINTS_PROVIDER_CHANNEL;
	return {
		name: channel.name,
		email: channel.contactEmail,
		signInService: new URL(config.OIDC_ISSUER).host,
		collector: config.ANALYTICS_COLLECTOR_URL && new URL(config.ANALYTICS_COLLECTOR_URL).host,
		pointsProvider: hasPointsProvider ? config.POINTS_PROVIDER_NAME : undefined,
		hasRedeemBot: config.REDEEM_BOT_URL !== undefined,
		hostPrefix: config.APP_ORIGIN.startsWith("https:") ? "__Host-" : "",
	};
}
