import { describe, expect, it } from "vitest";
import { incomingOf } from "~/earning/kick/events";
import { platformIdOf } from "../../../../demo/platform-people.mjs";
import { kickEvents } from "../../../../demo/twitch-events.mjs";
import { expectNoWrongEvent, type Sample } from "../any-message";

const channelId = platformIdOf("plateia");
const timestamp = "2026-11-23T20:00:00Z";
const at = new Date(timestamp);
const earlier = new Date("2026-11-23T08:00:00Z");
const ana = { id: platformIdOf("ana"), name: "ana" };

const read = ([type, event]: readonly unknown[], version = "1", onLeftOut?: (left: object) => void) =>
	incomingOf({ messageId: "m1", timestamp, type: type as string, version, event }, channelId, onLeftOut);
const eventOf = (parts: readonly unknown[], version?: string) => {
	const incoming = read(parts, version);
	return incoming?.type === "event" ? incoming.event : undefined;
};
const base = { platform: "kick", messageId: "m1", happenedAt: at };
const broadcaster = { user_id: Number(channelId), username: "plateia" };
const subscription = kickEvents.subscription("ana", earlier) as unknown as Sample;
const gift = kickEvents.gift("ana", ["bruno", "carla"], earlier) as unknown as Sample;

describe("what a webhook says", () => {
	it.each<[string, readonly unknown[], object]>([
		[
			"a follow at the time of the message",
			kickEvents.follow("ana"),
			{ kind: "follow", key: "follow", person: ana },
		],
		[
			"a new subscription at the time of its start",
			subscription,
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
			"a gift",
			gift,
			{
				...{ kind: "gift", person: ana, happenedAt: earlier, facts: { tier: 1, count: 2 } },
				key: expect.stringMatching(/^gift:2026-11-23T08:00:00Z:\d+:2$/),
			},
		],
		[
			"an anonymous gift without a person",
			kickEvents.gift(null, ["bruno"], earlier),
			{ kind: "gift", happenedAt: earlier, facts: { tier: 1, count: 1 }, key: expect.any(String) },
		],
	])("is %s", (_what, sent, expected) => {
		expect(eventOf(sent)).toEqual({ ...base, ...expected });
	});

	it("is a gift whose key depends on its people, and not on their order", () => {
		const keyOf = (...names: string[]) => eventOf(kickEvents.gift("ana", names, earlier))?.key;
		expect(keyOf("carla", "bruno")).toBe(keyOf("bruno", "carla"));
		expect(keyOf("zoe", "rui")).not.toBe(keyOf("bruno", "carla"));
	});

	it("is a gift to those whose ids can be read, if there are any", () => {
		const [type, event] = gift;
		const left: object[] = [];
		const to = (giftees: unknown) => read([type, { ...event, giftees }], "1", (one) => left.push(one));
		expect(to([...(event.giftees as object[]), { username: "y0" }, null])).toMatchObject({
			event: { facts: { count: 2 } },
		});
		expect(left).toEqual([{ count: 2, reason: "item.user_id: missing" }]);
		for (const giftees of [[], [{}], null, {}]) expect(() => to(giftees)).toThrow("giftees");
	});

	it("is a first month also if the number of months is 0", () => {
		const [type, event] = subscription;
		expect(eventOf([type, { ...event, duration: 0 }])).toEqual(eventOf(subscription));
	});

	it("is a chat message when it was written, or the start or end of the stream", () => {
		const chat = { type: "chat", messageId: "m1", person: ana, text: "hello", at: earlier };
		expect(read(kickEvents.chat("ana", "hello", earlier))).toEqual(chat);
		const stream = { type: "stream", event: { ...base, kind: "livestream.status.updated" } };
		for (const end of [null, at]) expect(read(kickEvents.stream("Title", earlier, end))).toEqual(stream);
	});

	it("does not depend on type and version, which are not signed", () => {
		const used = [
			...[kickEvents.follow("ana"), kickEvents.chat("ana", "x", at), kickEvents.stream("x", at)],
			...[subscription, kickEvents.resubscription("ana", 24, earlier), gift],
		] as unknown as Sample[];
		const sender = { user_id: Number(ana.id), username: "ana" };
		const unused: Sample[] = [
			["kicks.gifted", { broadcaster, sender, gift: { amount: 500 }, created_at: at.toISOString() }],
			["livestream.metadata.updated", { broadcaster, metadata: { title: "x" } }],
		];
		for (const claimed of [...used.map(([type]) => type), "kicks.gifted", "toString", "", "x"]) {
			for (const version of ["1", "2", ""]) {
				const name = `${claimed}@${version}`;
				for (const sent of used) expect(read([claimed, sent[1]], version), name).toEqual(read(sent));
				for (const [, body] of unused) {
					if (used.some(([type]) => type === claimed))
						expect(() => read([claimed, body], version), name).toThrow(/missing/);
					// It earns nothing; its type and version are its kind.
					else
						expect(eventOf([claimed, body], version), name).toEqual({
							...{ ...base, kind: version === "1" ? claimed : name },
						});
				}
			}
		}
	});

	it("is ignored if it concerns another channel", () => {
		const [type, event] = kickEvents.follow("ana") as unknown as Sample;
		for (const sent of [type, "kicks.gifted"])
			expect(read([sent, { ...event, broadcaster: { user_id: 1 } }]), sent).toBeUndefined();
	});

	it.each([
		[{ subscriber: null }, "subscriber: object expected"],
		[{ subscriber: { user_id: "1", username: "a" } }, "subscriber.user_id: number expected"],
		[{ created_at: "yesterday" }, "created_at: invalid"],
	])("is refused with the name of the field that is missing or invalid: %j", (change, message) => {
		const [type, event] = subscription;
		expect(() => read([type, { ...event, ...change }])).toThrow(`channel.subscription.new.${message}`);
	});

	it("never becomes a wrong event, for any JSON", () => {
		const samples = [
			...[kickEvents.follow("ana"), kickEvents.resubscription("ana", 3, at), subscription, gift],
			...[kickEvents.chat("ana", "x", at), kickEvents.stream("x", at)],
		] as unknown as Sample[];
		expectNoWrongEvent(samples, (type, event) => read([type, event]), 1613);
	});
});
