import { z } from "zod";
import { itemsOf, type LeftOut } from "~/lib/valid-items";
import type { Incoming, Person, PlatformEvent } from "../inbox/platform-event";
import {
	chatText,
	count,
	countFromZero,
	instant,
	MalformedMessage,
	parseFields,
	personName,
} from "../platform-fields";

/** A webhook of Kick. */
export interface KickMessage {
	messageId: string;
	/** When it was sent: RFC 3339. */
	timestamp: string;
	/** Type and version are not signed: the sender may have chosen them. */
	type: string;
	version: string;
	/** The body, which is signed; not validated. */
	event: unknown;
}

const userId = count.transform(String);
const person = z
	.object({ user_id: userId, username: personName })
	.transform(({ user_id: id, username: name }): Person => ({ id, name }));
const subscription = z.object({ subscriber: person, duration: countFromZero, created_at: instant });
/** Above the size of any gift. */
const MAX_GIFTEES = 10_000;

/** Is called once for a list with invalid items. */
type OnLeftOut = (left: LeftOut) => void;
type Parts = Pick<PlatformEvent, "kind"> & Partial<PlatformEvent>;
type Read = <Value>(schema: z.ZodType<Value, z.ZodTypeDef, unknown>) => Value;

/** A timestamp without decimals, because their number varies. */
const second = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;

const STREAM = "livestream.status.updated";

/**
 * The types that the site uses, each with a field by which its bodies are recognised. Kick signs the body of a message and not its
 * type, and anybody can receive signed messages of a channel. The type is therefore taken from the body.
 * Source: docs.kick.com/events/event-types.
 */
const FIELD_OF: Readonly<Record<string, string>> = {
	"channel.followed": "follower",
	"channel.subscription.new": "subscriber",
	"channel.subscription.renewal": "subscriber",
	"channel.subscription.gifts": "giftees",
	"chat.message.sent": "content",
	[STREAM]: "is_live",
};

/** Readers of the events that earn points, by the field of {@link FIELD_OF}. Kick has no tiers. */
const READERS: Readonly<Record<string, (read: Read, onLeftOut: OnLeftOut) => Parts>> = {
	follower: (read) => ({
		kind: "follow",
		key: "follow",
		person: read(z.object({ follower: person })).follower,
	}),
	/**
	 * A subscription is new in its first month and renewed in each later one. `created_at` is the start of the
	 * subscription, so the time of a renewal is that of the message.
	 */
	subscriber: (read): Parts => {
		const { subscriber, duration, created_at } = read(subscription);
		// The first month is 1, or 0.
		const months = Math.max(1, duration);
		const parts = { person: subscriber, key: `subscription:${second(created_at)}:${months}` };
		return months === 1
			? { ...parts, kind: "subscription", happenedAt: created_at, facts: { tier: 1 } }
			: { ...parts, kind: "resubscription", facts: { tier: 1, months } };
	},
	/** A large gift arrives as several events with different people. */
	giftees: (read, onLeftOut) => {
		const gifter = z.object({ is_anonymous: z.boolean() });
		const people = itemsOf(z.object({ user_id: userId }), onLeftOut, { needsOne: true, most: MAX_GIFTEES });
		const giftees = people.refine(({ length }) => length > 0);
		const gift = read(z.object({ gifter, giftees, created_at: instant }));
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

/**
 * Reads a webhook by its body. Type and version, which are not signed, are only the kind of an event that earns nothing,
 * because its body has none of the fields of {@link FIELD_OF}. The site subscribes to version 1 of each type.
 * @param channelId the user id of the broadcaster: anybody can obtain signed messages of other channels.
 * @returns undefined for a message about another channel.
 * @throws {MalformedMessage} if a field is missing or invalid. Kick would send the same message again, so the webhook logs
 * the error and answers with success.
 */
export function incomingOf(
	message: KickMessage,
	channelId: string,
	onLeftOut: OnLeftOut = () => {},
): Incoming | undefined {
	const { messageId, type, version } = message;
	const read: Read = (schema) => parseFields(schema, message.event, type);
	const at = parseFields(instant, message.timestamp, "timestamp");
	const asEvent = (parts: Parts): PlatformEvent => ({
		platform: "kick",
		messageId,
		happenedAt: at,
		...parts,
	});

	const body = read(z.object({ broadcaster: z.object({ user_id: userId }) }).passthrough());
	if (body.broadcaster.user_id !== channelId) return undefined;
	const field = Object.values(FIELD_OF).find((name) => Object.hasOwn(body, name));
	if (field === undefined) {
		if (Object.hasOwn(FIELD_OF, type)) throw new MalformedMessage(`${type}.${FIELD_OF[type]}: missing`);
		return { type: "event", event: asEvent({ kind: version === "1" ? type : `${type}@${version}` }) };
	}
	if (field === "content") {
		const chat = read(z.object({ sender: person, content: chatText, created_at: instant }));
		return { type: "chat", messageId, person: chat.sender, text: chat.content, at: chat.created_at };
	}
	if (field === "is_live") {
		read(z.object({ is_live: z.boolean() }));
		return { type: "stream", event: asEvent({ kind: STREAM }) };
	}
	const reader = READERS[field];
	return reader && { type: "event", event: asEvent(reader(read, onLeftOut)) };
}
