import { describe, expect, it } from "vitest";
import { incomingOf } from "~/earning/twitch/events";
import { personOf, platformIdOf } from "../../../../demo/platform-people.mjs";
import { twitchEvents } from "../../../../demo/twitch-events.mjs";
import { expectNoWrongEvent, type Sample } from "../any-message";

const channelId = platformIdOf("plateia");
const timestamp = "2026-11-23T20:00:00.634234626Z";
const at = new Date("2026-11-23T20:00:00.634Z");
const ana = { id: platformIdOf("ana"), name: "ana" };

const read = ([type, event]: [string, unknown] | readonly unknown[], version = "1") =>
	incomingOf({ messageId: "m1", timestamp, type: type as string, version, event }, channelId);
const eventOf = (...parameters: Parameters<typeof read>) => {
	const incoming = read(...parameters);
	return incoming?.type === "event" ? incoming.event : undefined;
};
const base = { platform: "twitch", messageId: "m1", happenedAt: at };

const events: [what: string, sent: readonly unknown[], expected: object, version?: string][] = [
	[
		"a follow, at the time that Twitch names",
		twitchEvents.follow("ana", new Date("2026-11-20T10:00:00Z")),
		{ kind: "follow", key: "follow", person: ana, happenedAt: new Date("2026-11-20T10:00:00Z") },
		"2",
	],
	[
		"a new subscription with its tier, which may come again under another message id",
		twitchEvents.subscription("ana", { tier: 3 }),
		{ kind: "subscription", person: ana, facts: { tier: 3 }, sameWithinMs: 86_400_000 },
	],
	[
		"a subscription that was received as a gift, which has no facts",
		twitchEvents.subscription("ana", { isGift: true }),
		{ kind: "gifted-subscription", person: ana },
	],
	[
		"a gift; the total of all gifts of the person makes it unique",
		twitchEvents.gift("ana", 5, 105, 2),
		{ kind: "gift", person: ana, facts: { tier: 2, count: 5 }, key: "gift:2:105" },
	],
	["an anonymous gift", twitchEvents.gift(null, 5), { kind: "gift", facts: { tier: 1, count: 5 } }],
	["an anonymous cheer", twitchEvents.cheer(null, 50), { kind: "cheer", facts: { bits: 50 } }],
	[
		"a shared resubscription, once for each month",
		twitchEvents.resubscription("ana", 14),
		{ kind: "resubscription", person: ana, facts: { tier: 1, months: 14 }, key: "resub:14" },
	],
	[
		"a renewal without the number of months, which may come again under another message id",
		twitchEvents.resubscription("ana", 0),
		{ kind: "resubscription", person: ana, facts: { tier: 1, months: 0 }, sameWithinMs: 86_400_000 },
	],
	[
		"no renewal in the first month, which its own notification pays",
		twitchEvents.resubscription("ana", 1),
		{ kind: "first-subscription-message", person: ana },
	],
	["a cheer", twitchEvents.cheer("ana", 100), { kind: "cheer", person: ana, facts: { bits: 100 } }],
	[
		"a raid of another streamer",
		twitchEvents.raid("ana", 50),
		{ kind: "raid", person: ana, facts: { viewers: 50 }, sameWithinMs: 3_600_000 },
	],
];

describe("what a notification says", () => {
	it.each(events)("is %s", (_what, sent, expected, version) => {
		expect(eventOf(sent, version)).toEqual({ ...base, ...expected });
	});

	it("is a chat message with the message's id and time, or the start or end of the stream", () => {
		const chat = { type: "chat", messageId: "m1", person: ana, text: "hello", at };
		expect(read(twitchEvents.chat("ana", "hello"))).toEqual(chat);
		expect(read(twitchEvents.online("1", at))).toMatchObject({
			type: "stream",
			event: { kind: "stream.online" },
		});
		expect(read(twitchEvents.offline())).toMatchObject({ type: "stream", event: { kind: "stream.offline" } });
	});

	it("earns nothing for an unknown type or version, which is its kind", () => {
		expect(eventOf(["channel.ban", { any: 1 }])).toEqual({ ...base, kind: "channel.ban" });
		expect(eventOf(twitchEvents.raid("ana", 50), "9")).toEqual({ ...base, kind: "channel.raid@9" });
		expect(eventOf(["__proto__", null])?.kind).toBe("__proto__");
	});
});

describe("other channels", () => {
	it("are ignored in a shared chat", () => {
		expect(read(twitchEvents.chat("ana", "hello", "elsewhere"))).toBeUndefined();
		expect(read(twitchEvents.chat("ana", "hello", "plateia"))).toMatchObject({ type: "chat" });
	});

	it("are ignored in events, also a raid that goes to another channel", () => {
		const [, event] = twitchEvents.cheer("ana", 100);
		const other = { ...(event as object), broadcaster_user_id: personOf("elsewhere").id };
		expect(read(["channel.cheer", other])).toBeUndefined();
		const [, raid] = twitchEvents.raid("ana", 5);
		expect(read(["channel.raid", { ...(raid as object), to_broadcaster_user_id: "1" }])).toBeUndefined();
	});
});

describe("malformed messages", () => {
	const [type, good] = twitchEvents.gift("ana", 5, 105);
	it.each([
		[{ total: undefined }, "total: missing"],
		[{ total: -5 }, "total: invalid"],
		[{ total: 1.5 }, "total: integer expected"],
		[{ tier: "4000" }, "tier: invalid"],
		[{ user_id: null }, "user_id: string expected"],
		[{ user_id: "1 OR 1" }, "user_id: invalid"],
	])("are refused with the name of the field: %j", (change, message) => {
		expect(() => read([type, { ...(good as object), ...change }])).toThrow(
			`channel.subscription.gift.${message}`,
		);
	});

	it("are refused with an invalid time", () => {
		const message = { messageId: "m1", type: "channel.ban", version: "1", event: {} };
		for (const wrong of ["", "1", "2026-11-23", "2026-13-23T20:00:00Z", "2026-11-23T20:00:00"])
			expect(() => incomingOf({ ...message, timestamp: wrong }, channelId)).toThrow("timestamp: invalid");
	});

	it("never become a wrong event, for any JSON", () => {
		const samples = Object.values(twitchEvents).map(
			(make) => (make as (...args: unknown[]) => unknown)("ana", at) as Sample,
		);
		for (const version of ["1", "2"])
			expectNoWrongEvent(samples, (type, event) => read([type, event], version), 1611);
	});
});
