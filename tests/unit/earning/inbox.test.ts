import { describe, expect, it } from "vitest";
import { earningInvariants } from "~/earning/earning.audit.server";
import { NO_RULES } from "~/earning/rules/earning-rules";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { userId } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { eventOf, openStreamSite, RULES } from "./stream-site";

const HOUR = 3_600_000;
const test = databaseForEachTest({ users: { ana: 0, bruno: 0 } });
const ana = userId("ana");

const expectSound = () => expectInvariants(test.db, ...earningInvariants, ...ledgerInvariants);
const entries = () =>
	test.db
		.selectFrom("point_entries")
		.select(["user_id", "delta", "reason", "reference"])
		.where("reason", "like", "stream-%")
		.orderBy("id")
		.execute();
/** Events of different users that are due at the same time are handled at the same time, in any order. */
const sortedDeltas = async () =>
	(await entries()).map(({ delta }) => delta).sort((one, other) => one - other);
const states = async () =>
	(await test.db.selectFrom("platform_events").select("state").orderBy("id").execute()).map(
		({ state }) => state,
	);
const noticesOf = async (user: string) =>
	(
		await test.db.selectFrom("notifications").select(["kind", "data"]).where("user_id", "=", user).execute()
	).map(({ kind, data }) => ({ kind, points: (JSON.parse(data) as { points: number }).points }));

describe("an event", () => {
	it("is credited once, also if it arrives in several messages", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		const resub = { kind: "resubscription", key: "resub:14", facts: { tier: 2, months: 14 } };
		expect(await site.inbox.receive(eventOf(resub))).toBe(true);
		expect(await site.inbox.receive(eventOf(resub))).toBe(false);
		await site.settle();
		expect(await site.inbox.receive(eventOf(resub))).toBe(false);
		await site.settle();
		expect(await entries()).toEqual([
			{ user_id: ana, delta: 340, reason: "stream-resubscription:Twitch", reference: `${ana}:resub:14` },
		]);
		expect(site.balances).toEqual([ana]);
		await expectSound();
	});

	it("without a key is credited once within its time, and again after it", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		const at = (hours: number) => new Date(Date.parse("2026-03-03T12:00:00.000Z") + hours * HOUR);
		const raid = (hours: number, viewers = 10) =>
			site.inbox.receive(
				eventOf({ kind: "raid", sameWithinMs: HOUR, happenedAt: at(hours), facts: { viewers } }),
			);
		expect([await raid(0), await raid(0.5), await raid(-1), await raid(0.5, 11), await raid(2)]).toEqual([
			...[true, false, false, true, true],
		]);
		await site.settle();
		expect(await sortedDeltas()).toEqual([120, 120, 122]);
		await expectSound();
	});

	it("is credited twice if two such events may happen at once", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		const gift = () => eventOf({ kind: "gift", facts: { tier: 1, count: 1 } });
		await site.inbox.receive(gift());
		await site.inbox.receive(gift());
		await site.settle();
		expect((await entries()).map(({ delta }) => delta)).toEqual([200, 200]);
	});

	it("waits for the person's first sign-in and is part of one notice", async () => {
		const site = openStreamSite(test);
		for (let gift = 0; gift < 10; gift++)
			await site.inbox.receive(eventOf({ kind: "gift", facts: { tier: 1, count: 1 } }));
		await site.settle();
		expect(await entries()).toEqual([]);
		expect(new Set(await states())).toEqual(new Set(["waiting"]));
		await expectSound();

		site.clock.pass(HOUR);
		await site.signIn(ana, "1");
		await site.settle();
		expect(await entries()).toHaveLength(10);
		expect(await noticesOf(ana)).toEqual([{ kind: "points-waited", points: 2000 }]);
		expect(site.notices.filter(({ added }) => added)).toHaveLength(1);
		await expectSound();
	});

	it("that happens once per viewer is credited once to a user with two accounts", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		await site.signIn(ana, "2");
		await site.inbox.receive(eventOf({ key: "follow" }));
		await site.inbox.receive(eventOf({ key: "follow", person: { id: "2", name: "ana2" } }));
		await site.settle();
		expect((await entries()).map(({ reference }) => reference)).toEqual([`${ana}:follow`]);
		expect(await states()).toEqual(["handled", "ignored"]);
		expect(site.errors).toEqual([]);
		await expectSound();
	});

	it("is paid by the rules of its own time", async () => {
		const change = new Date("2026-03-04T00:00:00.000Z");
		const site = openStreamSite(test, (at) => (at < change ? NO_RULES : RULES));
		await site.signIn(ana, "1");
		await site.inbox.receive(eventOf({ key: "follow", happenedAt: new Date("2026-03-03T23:59:59.999Z") }));
		await site.inbox.receive(eventOf({ kind: "raid", facts: { viewers: 0 }, happenedAt: change }));
		await site.settle();
		expect((await entries()).map(({ delta }) => delta)).toEqual([100]);
		expect(await states()).toEqual(["handled", "handled"]);
		await expectSound();
	});

	it("counts toward the ceiling of the day on which it happened", async () => {
		const site = openStreamSite(test, () => ({ ...RULES, ceiling: 250 }));
		await site.signIn(ana, "1");
		const raid = (day: string) =>
			site.inbox.receive(
				eventOf({ kind: "raid", facts: { viewers: 0 }, happenedAt: new Date(`${day}T12:00:00.000Z`) }),
			);
		for (const day of ["2026-03-04", "2026-03-04", "2026-03-03", "2026-03-04", "2026-03-04"]) await raid(day);
		await site.settle();
		expect(await sortedDeltas()).toEqual([50, 100, 100, 100]);
		await expectSound();
	});

	it.each([
		["an unknown kind", { kind: "channel.ad_break.begin" }],
		["nobody, named like one that earns", { kind: "raid", person: undefined }],
		["an anonymous person", { person: undefined, kind: "gift", facts: { tier: 1, count: 5 } }],
		["an ignored account", { person: { id: "1", name: "SomeBot" } }],
	])("of %s is kept and earns nothing", async (_what, event) => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		await site.inbox.receive(eventOf(event));
		await site.settle();
		expect(await states()).toEqual(["ignored"]);
		expect(await entries()).toEqual([]);
		await expectSound();
	});

	it("that fails is tried again with growing waits, then shown as failed, while others are handled", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		await site.inbox.receive(eventOf({ kind: "gift", facts: { tier: 1 } }));
		await site.inbox.receive(eventOf({ key: "follow" }));
		await site.settle();
		expect(await states()).toEqual(["due", "handled"]);
		for (let hour = 0; hour < 6; hour++) {
			site.clock.pass(6 * HOUR);
			await site.settle();
		}
		expect(await states()).toEqual(["failed", "handled"]);
		expect(site.errors).toHaveLength(7);
		expect(site.errors.at(-1)).toMatchObject({ event: "platform-event-given-up", kind: "gift" });
		await expectSound();
	});

	it("counts as of its receipt if its time is in the future", async () => {
		const site = openStreamSite(test);
		await site.inbox.receive(eventOf({ happenedAt: new Date("2027-01-01T00:00:00.000Z") }));
		const row = await test.db.selectFrom("platform_events").select("happened_at").executeTakeFirstOrThrow();
		expect(row.happened_at).toBe(site.clock.now().toISOString());
	});
});
