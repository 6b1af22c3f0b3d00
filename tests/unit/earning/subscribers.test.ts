import { expect, it } from "vitest";
import { createSubscriberCheck } from "~/earning/subscribers.server";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { addRow } from "../../support/rows-of";

const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");
const clock = fakeClock();
const channels = { twitch: { hasSubscriber: async (id: string) => id === "listed" } };
const subscribes = (id = ana) => createSubscriberCheck({ db: test.db, now: clock.now }, channels)(id);
const link = (platform: string, person_id: string) =>
	addRow(test.db, "platform_people", { platform, person_id, user_id: ana });
const event = (key: string, happened_at: string, kind: string, state = "handled") =>
	addRow(test.db, "platform_events", {
		...{ platform: "kick", person_id: "7", key, kind },
		...{ happened_at, state },
	});

it("a viewer subscribes who is on the platform's list, or has subscribed or got a subscription within 31 days", async () => {
	await link("kick", "7");
	await event("old", "2026-02-01T11:59:59.999Z", "subscription");
	await event("false", "2026-03-01T00:00:00.000Z", "subscription", "rejected");
	await event("other", "2026-03-01T00:00:00.000Z", "gift");
	expect(await subscribes()).toBe(false);
	await event("new", "2026-02-01T12:00:00.000Z", "gifted-subscription");
	expect([await subscribes(), await subscribes("nobody")]).toEqual([true, false]);
});

it("a subscriber's account on a platform with a list needs no event", async () => {
	await link("twitch", "other");
	expect(await subscribes()).toBe(false);
	await link("twitch", "listed");
	expect(await subscribes()).toBe(true);
});
