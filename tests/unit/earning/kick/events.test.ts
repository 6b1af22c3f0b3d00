import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { incomingOf } from "~/earning/kick/events";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { kickEvents } from "../../../../demo/twitch-events.mjs";
import { propertySeed, sized } from "../../../support/test-size";

const channelId = platformIdOf("plateia");
const at = new Date("2026-11-23T20:00:00Z");
const earlier = new Date("2026-11-23T08:00:00Z");
const ana = { id: platformIdOf("ana"), name: "ana" };

const read = (parts: readonly unknown[], version = "1") => {
	const [type, event] = parts as [string, unknown];
	return incomingOf({ messageId: "m1", timestamp: "2026-11-23T20:00:00Z", type, version, event }, channelId);
};
const eventOf = (parts: readonly unknown[], version?: string) => {
	const incoming = read(parts, version);
	return incoming?.type === "event" ? incoming.event : undefined;
};
const base = {
	platform: "kick",
	messageId: "m1",
	happenedAt: at,
	sameWithinMs: 0,
	key: undefined,
	facts: {},
};

const events: [what: string, sent: readonly unknown[], expected: object][] = [
	[
		"a follow at the time of the message",
		kickEvents.follow("ana"),
		{ kind: "follow", key: "follow", person: ana },
	],
	[
		"a new subscription at the time of its start",
		kickEvents.subscription("ana", earlier),
		{
			...{ kind: "subscription", person: ana, happenedAt: earlier, facts: { tier: 1 } },
			key: "subscription:2026-11-23T08:00:00Z:1",
		},
	],
	[
		"a renewal at the time of the message, because its date is the start of the subscription",
		kickEvents.resubscription("ana", 14, new Date("2025-09-23T08:00:00.123456Z")),
		{
			...{ kind: "resubscription", person: ana, facts: { tier: 1, months: 14 } },
			key: "subscription:2025-09-23T08:00:00Z:14",
		},
	],
	[
		"an anonymous gift without a person",
		kickEvents.gift(null, ["bruno"], earlier),
		{ kind: "gift", happenedAt: earlier, facts: { tier: 1, count: 1 }, key: expect.any(String) },
	],
];

describe("what a webhook says", () => {
	it.each(events)("is %s", (_what, sent, expected) => {
		expect(eventOf(sent)).toEqual({ ...base, ...expected });
	});

	it("is a gift, whose key does not depend on the order of the people", () => {
		const gift = eventOf(kickEvents.gift("ana", ["bruno", "carla"], earlier));
		const { key, ...others } = gift ?? {};
		expect(others).toMatchObject({
			kind: "gift",
			person: ana,
			happenedAt: earlier,
			facts: { tier: 1, count: 2 },
		});
		expect(eventOf(kickEvents.gift("ana", ["carla", "bruno"], earlier))?.key).toBe(key);
		expect(eventOf(kickEvents.gift("ana", ["zoe", "rui"], earlier))?.key).not.toBe(key);
	});

	it("is a gift to those whose ids can be read, if there are any", () => {
		const [type, gift] = kickEvents.gift("ana", ["bruno", "carla"], earlier) as [
			string,
			{ giftees: object[] },
		];
		const to = (giftees: unknown) => {
			const left: object[] = [];
			const message = { messageId: "m1", timestamp: "2026-11-23T20:00:00Z", type, version: "1" };
			const event = { ...gift, giftees };
			return { left, read: () => incomingOf({ ...message, event }, channelId, (one) => left.push(one)) };
		};
		const one = to([...gift.giftees, { username: "y0" }, null]);
		expect(one.read()).toMatchObject({ event: { facts: { count: 2 } } });
		expect(one.left).toEqual([{ count: 2, reason: "item.user_id: missing" }]);
		for (const giftees of [[], [{}], null, {}]) expect(to(giftees).read).toThrow("giftees");
	});

	it("is a first month also if the number of months is 0", () => {
		const [type, event] = kickEvents.subscription("ana", earlier) as [string, object];
		expect(eventOf([type, { ...event, duration: 0 }])).toEqual(eventOf([type, event]));
	});

	it("is a chat message when it was written, or the start or end of the stream", () => {
		const chat = { type: "chat", messageId: "m1", person: ana, at: earlier };
		expect(read(kickEvents.chat("ana", "hello", earlier))).toEqual(chat);
		const stream = { type: "stream", event: { kind: "livestream.status.updated", person: undefined } };
		for (const end of [null, at])
			expect(read(kickEvents.stream("Title", earlier, end))).toMatchObject(stream);
	});

	it("earns nothing for an unknown body; its type and version are its kind", () => {
		const broadcaster = { user_id: Number(channelId) };
		expect(eventOf(["kicks.gifted", { broadcaster }])).toEqual({ ...base, kind: "kicks.gifted" });
		expect(eventOf(["kicks.gifted", { broadcaster }], "2")?.kind).toBe("kicks.gifted@2");
		expect(eventOf(["toString", { broadcaster }])?.kind).toBe("toString");
	});

	it("does not depend on type and version, which are not signed", () => {
		const user = { user_id: Number(ana.id), username: "ana" };
		const broadcaster = { user_id: Number(channelId), username: "plateia" };
		const used = [
			...[kickEvents.follow("ana"), kickEvents.chat("ana", "x", at), kickEvents.stream("x", at)],
			...[kickEvents.subscription("ana", earlier), kickEvents.resubscription("ana", 24, earlier)],
			...[kickEvents.gift("ana", ["bruno"], earlier), kickEvents.gift(null, ["bruno"], earlier)],
		] as [string, object][];
		const created_at = at.toISOString();
		const unused: [string, object][] = [
			["kicks.gifted", { broadcaster, sender: user, gift: { amount: 500, message: "x" }, created_at }],
			["moderation.banned", { broadcaster, moderator: user, banned_user: user, metadata: { created_at } }],
			["livestream.metadata.updated", { broadcaster, metadata: { title: "x", language: "en" } }],
			[
				"channel.reward.redemption.updated",
				{ broadcaster, id: "x", user_input: "x", status: "accepted", redeemer: user, reward: { cost: 1 } },
			],
		];
		const types = [...used, ...unused].map(([type]) => type);
		for (const claimed of [...types, "", "x"]) {
			for (const version of ["1", "2", ""]) {
				for (const [type, body] of used)
					expect(read([claimed, body], version), `${type} as ${claimed}@${version}`).toEqual(
						read([type, body]),
					);
				for (const [type, body] of unused) {
					const outcome = (): unknown => {
						try {
							return read([claimed, body], version);
						} catch (error) {
							return (error as Error).name;
						}
					};
					const nothing = { type: "event", event: { person: undefined, key: undefined, facts: {} } };
					const isUsed = used.some(([one]) => one === claimed);
					if (isUsed) expect(outcome(), `${type} as ${claimed}`).toBe("MalformedMessage");
					else expect(outcome(), `${type} as ${claimed}`).toMatchObject(nothing);
				}
			}
		}
	});

	it("is ignored if it concerns another channel", () => {
		const [type, event] = kickEvents.follow("ana") as [string, object];
		for (const sent of [type, "kicks.gifted", "raid"])
			expect(read([sent, { ...event, broadcaster: { user_id: 1 } }]), sent).toBeUndefined();
	});

	it("is refused with the name of the field that is missing or invalid", () => {
		const [type, event] = kickEvents.subscription("ana", at);
		const faulty = (change: object) => () => read([type, { ...(event as object), ...change }]);
		expect(faulty({ subscriber: null })).toThrow("channel.subscription.new.subscriber: object expected");
		expect(faulty({ subscriber: { user_id: "1", username: "a" } })).toThrow(
			"subscriber.user_id: number expected",
		);
		expect(faulty({ created_at: "yesterday" })).toThrow("channel.subscription.new.created_at: invalid");
		expect(() => read(["channel.followed", null])).toThrow("channel.followed: object expected");
		expect(() => read(["channel.followed", { broadcaster: { user_id: Number(channelId) } }])).toThrow(
			"channel.followed.follower: missing",
		);
	});

	it("never becomes a wrong event, for any JSON", () => {
		const samples = [
			...[
				kickEvents.follow("ana"),
				kickEvents.subscription("ana", at),
				kickEvents.resubscription("ana", 3, at),
			],
			...[kickEvents.gift("ana", ["bruno"], at), kickEvents.chat("ana", "x", at), kickEvents.stream("x", at)],
		] as [string, Record<string, unknown>][];
		const fields = [...new Set(samples.flatMap(([, event]) => Object.keys(event)))];
		const mutated = fc
			.tuple(fc.constantFrom(...samples), fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()))
			.map(([[, sample], changes]): unknown => ({ ...sample, ...changes }));
		const types = fc.constantFrom(...samples.map(([type]) => type));
		fc.assert(
			fc.property(types, fc.oneof(fc.jsonValue() as fc.Arbitrary<unknown>, mutated), (type, event) => {
				let incoming: ReturnType<typeof read>;
				try {
					incoming = read([type, event]);
				} catch (error) {
					expect((error as Error).name).toBe("MalformedMessage");
					return;
				}
				const person = incoming?.type === "chat" ? incoming.person : incoming?.event.person;
				if (person) expect(person).toEqual({ id: expect.stringMatching(/^\d+$/), name: expect.any(String) });
				if (incoming?.type !== "event") return;
				for (const fact of Object.values(incoming.event.facts))
					expect(Number.isSafeInteger(fact) && fact > 0).toBe(true);
				expect(incoming.event.happenedAt.getTime()).not.toBeNaN();
			}),
			{ numRuns: sized(500, 50_000), seed: propertySeed(1613) },
		);
	});
});
