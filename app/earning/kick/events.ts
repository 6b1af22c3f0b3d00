import { z } from "zod";
import type { Incoming, Person, PlatformEvent } from "../inbox/platform-event";
import { count, eventOf, instant, parseFields, personName } from "../platform-fields";

/** A webhook of Kick. */
export interface KickMessage {
	messageId: string;
	/** When it was sent: RFC 3339. */
	timestamp: string;
	type: string;
	version: string;
	/** The body; not validated. */
	event: unknown;
}

const userId = count.transform(String);
const person = z
	.object({ user_id: userId, username: personName })
	.transform(({ user_id: id, username: name }): Person => ({ id, name }));
const subscription = z.object({ subscriber: person, duration: count, created_at: instant });
/** The limit is above the size of any gift. */
const giftees = z
	.array(z.object({ user_id: userId }))
	.min(1)
	.max(10_000);

type Parts = Pick<PlatformEvent, "kind"> & Partial<PlatformEvent>;
type Read = <Value>(schema: z.ZodType<Value, z.ZodTypeDef, unknown>) => Value;

/** A timestamp without decimals, because their number varies. */
const second = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

/** Readers of the events that the site uses, by type. Kick has no tiers. */
const READERS: Record<string, (read: Read) => Parts> = {
	"channel.followed": (read) => ({
		kind: "follow",
		key: "follow",
		person: read(z.object({ follower: person })).follower,
	}),
	"channel.subscription.new": (read) => {
		const { subscriber, created_at } = read(subscription);
		const key = `subscription:${second(created_at)}`;
		return { kind: "subscription", person: subscriber, happenedAt: created_at, facts: { tier: 1 }, key };
	},
	/** `created_at` is the start of the subscription, so the time of the event is that of the message. */
	"channel.subscription.renewal": (read) => {
		const { subscriber, duration: months, created_at } = read(subscription);
		const key = `resub:${second(created_at)}:${months}`;
		return { kind: "resubscription", person: subscriber, facts: { tier: 1, months }, key };
	},
	/** A large gift arrives as several events with different people. */
	"channel.subscription.gifts": (read) => {
		const gift = read(
			z.object({ gifter: z.object({ is_anonymous: z.boolean() }), giftees, created_at: instant }),
		);
		const [first = ""] = gift.giftees.map(({ user_id }) => user_id).sort();
		return {
			kind: "gift",
			person: gift.gifter.is_anonymous ? undefined : read(z.object({ gifter: person })).gifter,
			happenedAt: gift.created_at,
			facts: { tier: 1, count: gift.giftees.length },
			key: `gift:${second(gift.created_at)}:${first}:${gift.giftees.length}`,
		};
	},
};

const CHAT = "chat.message.sent";
const STREAM = "livestream.status.updated";

/**
 * Reads a webhook. An event of an unknown type or version earns nothing; its kind is that type or version.
 * @param channelId the user id of the broadcaster: one client may have subscribed to several channels.
 * @returns undefined for a message about another channel.
 * @throws {MalformedMessage} if a field of a known type is missing or invalid. Kick would send the same message again, so
 * the webhook logs the error and answers with success.
 */
export function incomingOf(message: KickMessage, channelId: string): Incoming | undefined {
	const { messageId, type, version } = message;
	const read: Read = (schema) => parseFields(schema, message.event, type);
	const at = parseFields(instant, message.timestamp, "timestamp");
	const asEvent = (parts: Parts) => eventOf({ platform: "kick", messageId, happenedAt: at, ...parts });

	const isKnown = version === "1" && (type === CHAT || type === STREAM || Object.hasOwn(READERS, type));
	if (!isKnown)
		return { type: "event", event: asEvent({ kind: version === "1" ? type : `${type}@${version}` }) };
	const { broadcaster } = read(z.object({ broadcaster: z.object({ user_id: userId }) }));
	if (broadcaster.user_id !== channelId) return undefined;
	if (type === CHAT) {
		const chat = read(z.object({ sender: person, created_at: instant }));
		return { type: "chat", messageId, person: chat.sender, at: chat.created_at };
	}
	if (type === STREAM) {
		read(z.object({ is_live: z.boolean() }));
		return { type: "stream", event: asEvent({ kind: type }) };
	}
	const reader = READERS[type];
	return reader && { type: "event", event: asEvent(reader(read)) };
}
