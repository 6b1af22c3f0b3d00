/** Bodies of events as Twitch and Kick document them. */
import { BROADCASTER_NAME, personOf } from "./platform-people.mjs";

/** @typedef {{ id: string, login: string, name: string }} Person */

const channel = personOf(BROADCASTER_NAME);

const twitchUser = (person, prefix = "") => ({
	[`${prefix}user_id`]: person?.id ?? null,
	[`${prefix}user_login`]: person?.login ?? null,
	[`${prefix}user_name`]: person?.name ?? null,
});
const toChannel = twitchUser(channel, "broadcaster_");

/** Events of EventSub: type and body. A person is a name; null is an anonymous one. */
export const twitchEvents = {
	/** @param {string} name @param {Date} at */
	follow: (name, at) => [
		"channel.follow",
		{ ...twitchUser(personOf(name)), ...toChannel, followed_at: at.toISOString() },
	],
	/** @param {string} name */
	subscription: (name, { tier = 1, isGift = false } = {}) => [
		"channel.subscribe",
		{ ...twitchUser(personOf(name)), ...toChannel, tier: `${tier}000`, is_gift: isGift },
	],
	/** @param {string | null} name @param {number | null} cumulative */
	gift: (name, count, cumulative = null, tier = 1) => [
		"channel.subscription.gift",
		{
			...twitchUser(name === null ? undefined : personOf(name)),
			...toChannel,
			...{ total: count, tier: `${tier}000`, cumulative_total: cumulative, is_anonymous: name === null },
		},
	],
	/** @param {string} name @param {number} months */
	resubscription: (name, months, tier = 1) => [
		"channel.subscription.message",
		{
			...twitchUser(personOf(name)),
			...toChannel,
			tier: `${tier}000`,
			message: { text: "Olá!", emotes: null },
			...{ cumulative_months: months, streak_months: null, duration_months: 1 },
		},
	],
	/** @param {string | null} name @param {number} bits */
	cheer: (name, bits) => [
		"channel.cheer",
		{
			...twitchUser(name === null ? undefined : personOf(name)),
			...toChannel,
			...{ is_anonymous: name === null, message: `Cheer${bits}`, bits },
		},
	],
	/** @param {string} name @param {number} viewers */
	raid: (name, viewers) => [
		"channel.raid",
		{
			...twitchUser(personOf(name), "from_broadcaster_"),
			...twitchUser(channel, "to_broadcaster_"),
			viewers,
		},
	],
	/** @param {string} name @param {string} text @param {string | null} source another channel of a shared chat */
	chat: (name, text, source = null) => [
		"channel.chat.message",
		{
			...toChannel,
			...twitchUser(personOf(name), "chatter_"),
			message_id: crypto.randomUUID(),
			message: { text, fragments: [{ type: "text", text }] },
			...{ message_type: "text", badges: [], cheer: null, color: "", reply: null },
			source_broadcaster_user_id: source && personOf(source).id,
		},
	],
	/** @param {string} streamId @param {Date} at */
	online: (streamId, at) => [
		"stream.online",
		{ id: streamId, ...toChannel, type: "live", started_at: at.toISOString() },
	],
	offline: () => ["stream.offline", { ...toChannel }],
};

const kickUser = (person) => ({
	is_anonymous: person === undefined,
	user_id: person ? Number(person.id) : null,
	username: person?.login ?? null,
	is_verified: person ? false : null,
	profile_picture: person ? "" : null,
	channel_slug: person?.login ?? null,
	identity: null,
});
const broadcaster = { ...kickUser(channel), is_verified: true };
const MONTH_MS = 31 * 24 * 60 * 60 * 1000;
const period = (at) => ({
	created_at: at.toISOString(),
	expires_at: new Date(at.getTime() + MONTH_MS).toISOString(),
});

/** Events of Kick: type and body. A person is a name; null is an anonymous one. */
export const kickEvents = {
	/** @param {string} name */
	follow: (name) => ["channel.followed", { broadcaster, follower: kickUser(personOf(name)) }],
	/** @param {string} name @param {Date} at */
	subscription: (name, at) => [
		"channel.subscription.new",
		{ broadcaster, subscriber: kickUser(personOf(name)), duration: 1, ...period(at) },
	],
	/** @param {string} name @param {number} months @param {Date} since when the subscription began */
	resubscription: (name, months, since) => [
		"channel.subscription.renewal",
		{ broadcaster, subscriber: kickUser(personOf(name)), duration: months, ...period(since) },
	],
	/** @param {string | null} name @param {readonly string[]} giftees @param {Date} at */
	gift: (name, giftees, at) => [
		"channel.subscription.gifts",
		{
			broadcaster,
			gifter: kickUser(name === null ? undefined : personOf(name)),
			giftees: giftees.map((giftee) => kickUser(personOf(giftee))),
			...period(at),
		},
	],
	/** @param {string} name @param {string} text @param {Date} at */
	chat: (name, text, at) => [
		"chat.message.sent",
		{
			message_id: crypto.randomUUID(),
			broadcaster,
			sender: { ...kickUser(personOf(name)), identity: { username_color: "#FF5733", badges: [] } },
			...{ content: text, emotes: [], created_at: at.toISOString() },
		},
	],
	/** @param {string} title @param {Date} startedAt @param {Date | null} endedAt */
	stream: (title, startedAt, endedAt = null) => [
		"livestream.status.updated",
		{
			broadcaster,
			...{ is_live: endedAt === null, title, started_at: startedAt.toISOString() },
			ended_at: endedAt === null ? null : endedAt.toISOString(),
		},
	],
};
