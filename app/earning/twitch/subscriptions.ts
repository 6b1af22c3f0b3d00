/** The type of a subscription of EventSub with its condition. */
export interface SubscriptionRequest {
	type: string;
	version: string;
	condition: Readonly<Record<string, string>>;
}

/** The scopes that the broadcaster grants: for {@link subscriptionsOf} and for the lists of chatters and subscribers. */
export const TWITCH_SCOPES = [
	"moderator:read:followers",
	"channel:read:subscriptions",
	"bits:read",
	"moderator:read:chatters",
	"user:read:chat",
	"user:bot",
	"channel:bot",
] as const;

/**
 * The subscriptions that a channel needs.
 * Source: dev.twitch.tv/docs/eventsub/eventsub-subscription-types.
 */
export function subscriptionsOf(channelId: string): SubscriptionRequest[] {
	const broadcaster = { broadcaster_user_id: channelId };
	return [
		{ type: "stream.online", version: "1", condition: broadcaster },
		{ type: "stream.offline", version: "1", condition: broadcaster },
		{
			type: "channel.follow",
			version: "2",
			condition: { ...broadcaster, moderator_user_id: channelId },
		},
		{ type: "channel.subscribe", version: "1", condition: broadcaster },
		{ type: "channel.subscription.gift", version: "1", condition: broadcaster },
		{ type: "channel.subscription.message", version: "1", condition: broadcaster },
		{ type: "channel.cheer", version: "1", condition: broadcaster },
		{ type: "channel.raid", version: "1", condition: { to_broadcaster_user_id: channelId } },
		{ type: "channel.chat.message", version: "1", condition: { ...broadcaster, user_id: channelId } },
	];
}
