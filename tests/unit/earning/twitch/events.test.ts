import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { incomingOf } from "~/earning/twitch/events";
import { personOf, platformIdOf } from "../../../../demo/platform-people.mjs";
import { twitchEvents } from "../../../../demo/twitch-events.mjs";
import { propertySeed, sized } from "../../../support/test-size";

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
const base = {
	platform: "twitch",
	messageId: "m1",
	happenedAt: at,
	sameWithinMs: 0,
	key: undefined,
	facts: {},
};

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
		const chat = { type: "chat", messageId: "m1", person: ana, at };
		expect(read(twitchEvents.chat("ana", "hello"))).toEqual(chat);
		expect(read(twitchEvents.online("1", at))).toMatchObject({
			type: "stream",
			event: { kind: "stream.online" },
		});
		expect(read(twitchEvents.offline())).toMatchObject({ type: "stream", event: { kind: "stream.offline" } });
	});

	it("earns nothing for an unknown type or version, which is its kind", () => {
		expect(eventOf(["channel.ban", { any: 1 }])).toEqual({ ...base, kind: "channel.ban", person: undefined });
		expect(eventOf(twitchEvents.raid("ana", 50), "9")).toMatchObject({ kind: "channel.raid@9", facts: {} });
		expect(eventOf(["x".repeat(500), null])?.kind).toHaveLength(100);
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
	const faults: [string, object, string][] = [
		["a missing field", { total: undefined }, "channel.subscription.gift.total: missing"],
		["a negative count", { total: -5 }, "channel.subscription.gift.total: invalid"],
		["a fraction", { total: 1.5 }, "channel.subscription.gift.total: integer expected"],
		["an unknown tier", { tier: "4000" }, "channel.subscription.gift.tier: invalid"],
		["a person that is missing", { user_id: null }, "channel.subscription.gift.user_id: string expected"],
		["an id that is no user id", { user_id: "1 OR 1" }, "channel.subscription.gift.user_id: invalid"],
	];
	it.each(faults)("are refused with the name of the field: %s", (_name, change, message) => {
		expect(() => read([type, { ...(good as object), ...change }])).toThrow(message);
	});

	it("are refused with an invalid time", () => {
		const message = { messageId: "m1", type: "channel.ban", version: "1", event: {} };
		for (const wrong of ["", "1", "2026-11-23", "2026-13-23T20:00:00Z", "2026-11-23T20:00:00"])
			expect(() => incomingOf({ ...message, timestamp: wrong }, channelId)).toThrow("timestamp: invalid");
	});

	it("never become a wrong event, for any JSON", () => {
		const names = Object.values(twitchEvents).map((make) =>
			(make as (...args: unknown[]) => unknown[])("ana", at),
		);
		const types = [...new Set(names.map(([name]) => name as string)), "channel.ban"];
		const samples = names.map(([, event]) => event as Record<string, unknown>);
		const fields = [...new Set(samples.flatMap((sample) => Object.keys(sample)))];
		const mutated = fc
			.tuple(fc.constantFrom(...samples), fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()))
			.map(([sample, changes]) => ({ ...sample, ...changes }));
		const anything = fc.oneof(fc.jsonValue(), mutated);
		fc.assert(
			fc.property(fc.constantFrom(...types), fc.constantFrom("1", "2"), anything, (name, version, event) => {
				let incoming: ReturnType<typeof read>;
				try {
					incoming = read([name, event], version);
				} catch (error) {
					expect((error as Error).name).toBe("MalformedMessage");
					return;
				}
				if (!incoming) return;
				const person = incoming.type === "chat" ? incoming.person : incoming.event.person;
				if (person)
					expect(person).toEqual({ id: expect.stringMatching(/^\d{1,20}$/), name: expect.any(String) });
				if (incoming.type !== "event") return;
				for (const fact of Object.values(incoming.event.facts)) {
					expect(Number.isSafeInteger(fact) && fact >= 0).toBe(true);
				}
				expect(incoming.event.happenedAt.getTime()).not.toBeNaN();
			}),
			{ numRuns: sized(500, 50_000), seed: propertySeed(1611) },
		);
	});
});
