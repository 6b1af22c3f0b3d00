import { z } from "zod";
import type { Incoming, Person, PlatformEvent } from "../inbox/platform-event";
import {
	chatText,
	count,
	countFromZero,
	instant,
	parseFields,
	personId,
	personName,
} from "../platform-fields";
import type { Tier } from "../rules/rules";

/** A notification of EventSub, by webhook or socket. */
export interface TwitchMessage {
	messageId: string;
	/** When it was sent: RFC 3339 with nanoseconds. */
	timestamp: string;
	/** Type and version of the subscription. */
	type: string;
	version: string;
	/** Not validated. */
	event: unknown;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const tier = z.enum(["1000", "2000", "3000"]).transform((value) => (Number(value) / 1000) as Tier);

/** Fields `PREFIX_id` and `PREFIX_login`. */
const personIn = (prefix: "user" | "chatter_user" | "from_broadcaster_user") =>
	z
		.object({ [`${prefix}_id`]: personId, [`${prefix}_login`]: personName })
		.transform(
			(fields): Person => ({ id: fields[`${prefix}_id`] ?? "", name: fields[`${prefix}_login`] ?? "" }),
		);
const user = personIn("user");
const anonymity = z.object({ is_anonymous: z.boolean() });

type Parts = Pick<PlatformEvent, "kind"> & Partial<PlatformEvent>;
type Read = <Value>(schema: z.ZodType<Value, z.ZodTypeDef, unknown>) => Value;

/** The user of an event whose user fields are null if it is anonymous. */
const userUnlessAnonymous = (read: Read) => (read(anonymity).is_anonymous ? undefined : read(user));

/** Readers of the events that the site uses, by type and version of the subscription. */
const READERS: Record<string, (read: Read) => Parts> = {
	"channel.follow@2": (read) => ({
		kind: "follow",
		key: "follow",
		person: read(user),
		happenedAt: read(z.object({ followed_at: instant })).followed_at,
	}),
	/** A new subscription; a renewal is announced by `channel.subscription.message` only. */
	"channel.subscribe@1": (read) => {
		const { tier: level, is_gift } = read(z.object({ tier, is_gift: z.boolean() }));
		const person = read(user);
		if (is_gift) return { kind: "gifted-subscription", person };
		return { kind: "subscription", person, facts: { tier: level }, sameWithinMs: DAY_MS };
	},
	/** Its key has the total of all gifts of the person, if the person shows it. */
	"channel.subscription.gift@1": (read) => {
		const cumulative = countFromZero.nullable().optional();
		const gift = read(z.object({ tier, total: count, cumulative_total: cumulative }));
		return {
			kind: "gift",
			person: userUnlessAnonymous(read),
			facts: { tier: gift.tier, count: gift.total },
			key: gift.cumulative_total ? `gift:${gift.tier}:${gift.cumulative_total}` : undefined,
		};
	},
	/** Twitch has also sent this message for a first subscription, and without the number of months, which is then 0. */
	"channel.subscription.message@1": (read) => {
		const { cumulative_months: months, ...resub } = read(
			z.object({ tier, cumulative_months: countFromZero }),
		);
		const person = read(user);
		if (months === 1) return { kind: "first-subscription-message", person };
		const parts: Parts = { kind: "resubscription", person, facts: { tier: resub.tier, months } };
		return months === 0 ? { ...parts, sameWithinMs: DAY_MS } : { ...parts, key: `resub:${months}` };
	},
	"channel.cheer@1": (read) => ({
		kind: "cheer",
		person: userUnlessAnonymous(read),
		facts: read(z.object({ bits: count })),
	}),
	"channel.raid@1": (read) => ({
		kind: "raid",
		person: read(personIn("from_broadcaster_user")),
		facts: read(z.object({ viewers: countFromZero })),
		sameWithinMs: HOUR_MS,
	}),
};

/** The scope of answers in the chat. */
export const TWITCH_CHAT_SCOPE = "user:write:chat";

/** The scopes that the broadcaster grants: for {@link subscriptionsOf}, for the lists of chatters and subscribers, and for answers. */
export const TWITCH_SCOPES = [
	"moderator:read:followers",
	"channel:read:subscriptions",
	"bits:read",
	"moderator:read:chatters",
	"user:read:chat",
	"user:bot",
	"channel:bot",
	TWITCH_CHAT_SCOPE,
] as const;

/** The scope of the list of moderators, which is asked for only if an admin wants proposals. */
export const MODERATORS_SCOPE = "moderation:read";

/** The fields of a subscription's condition that have the channel's id, where it is not only `broadcaster_user_id`. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
	"channel.follow": ["broadcaster_user_id", "moderator_user_id"],
	"channel.raid": ["to_broadcaster_user_id"],
	"channel.chat.message": ["broadcaster_user_id", "user_id"],
};
const conditionOf = (type: string) => CONDITIONS[type] ?? ["broadcaster_user_id"];

/** The type of a subscription of EventSub with its condition. */
export interface SubscriptionRequest {
	type: string;
	version: string;
	condition: Readonly<Record<string, string>>;
}

const STREAM_TYPES = ["stream.online", "stream.offline"];
const CHAT = "channel.chat.message";

/**
 * The subscriptions that a channel needs.
 * Source: dev.twitch.tv/docs/eventsub/eventsub-subscription-types.
 */
export const subscriptionsOf = (channelId: string): SubscriptionRequest[] =>
	[...STREAM_TYPES.map((type) => `${type}@1`), ...Object.keys(READERS), `${CHAT}@1`].map((name) => {
		const [type = "", version = ""] = name.split("@");
		const condition = conditionOf(type).map((field) => [field, channelId]);
		return { type, version, condition: Object.fromEntries(condition) as Record<string, string> };
	});

/**
 * Reads a notification. An event of an unknown type or version earns nothing; its kind is that type or version.
 * @param channelId the user id of the broadcaster.
 * @returns undefined for an event of another channel, also for its messages in a shared chat.
 * @throws {MalformedMessage} if a field of a known type is missing or invalid. Twitch would send the same message again,
 * so a webhook logs the error and answers with success.
 */
export function incomingOf(message: TwitchMessage, channelId: string): Incoming | undefined {
	const { messageId, type, version } = message;
	const read: Read = (schema) => parseFields(schema, message.event, type);
	const at = parseFields(instant, message.timestamp, "timestamp");
	const asEvent = (parts: Parts): PlatformEvent => ({
		platform: "twitch",
		messageId,
		happenedAt: at,
		...parts,
	});

	const isChat = type === CHAT && version === "1";
	const isStream = STREAM_TYPES.includes(type);
	const reader = READERS[`${type}@${version}`];
	if (!isChat && !isStream && !reader) {
		return { type: "event", event: asEvent({ kind: version === "1" ? type : `${type}@${version}` }) };
	}
	const [field = ""] = conditionOf(type);
	if (read(z.object({ [field]: personId }))[field] !== channelId) return undefined;
	if (isStream) return { type: "stream", event: asEvent({ kind: type }) };
	if (reader) return { type: "event", event: asEvent(reader(read)) };
	const { source_broadcaster_user_id: source } = read(
		z.object({ source_broadcaster_user_id: personId.nullable().optional() }),
	);
	if (source && source !== channelId) return undefined;
	const { message: said } = read(z.object({ message: z.object({ text: chatText }).catch({ text: "" }) }));
	return { type: "chat", messageId, person: read(personIn("chatter_user")), text: said.text, at };
}
