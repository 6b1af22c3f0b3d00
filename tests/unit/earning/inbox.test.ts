import { transact } from "db/transact";
import { describe, expect, it } from "vitest";
import { earningInvariants } from "~/earning/earning.audit.server";
import { countEvents, findHeldEvents } from "~/earning/inbox/events.queries.server";
import { addEventJobs } from "~/earning/inbox/inbox.server";
import type { PlatformEvent } from "~/earning/inbox/platform-event";
import { type EarningRules, NO_RULES } from "~/earning/rules/rules";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { userId } from "../../support/database";
import { expectInvariants, expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { rowsOf } from "../../support/rows-of";
import { eventOf, openStreamSite, RULES } from "./stream-site";

const HOUR = 3_600_000;
const test = databaseForEachTest({ users: { ana: 0, bruno: 0, boss: 0 } });
const ana = userId("ana");

const expectSound = () => expectInvariants(test.db, ...earningInvariants, ...ledgerInvariants);
const entries = async () =>
	(await rowsOf(test.db, "point_entries")).filter(({ reason }) => reason.startsWith("stream-"));
/** Events of different users that are due at the same time are handled at the same time, in any order. */
const sortedDeltas = async () =>
	(await entries()).map(({ delta }) => delta).sort((one, other) => one - other);
const states = async () => (await rowsOf(test.db, "platform_events")).map(({ state }) => state);

describe("an event", () => {
	it("is credited once, also if it arrives in several messages", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		// The first sign-in has announced the balance too.
		site.balances.length = 0;
		const resub = { kind: "resubscription", key: "resub:14", facts: { tier: 2, months: 14 } };
		expect(await site.receive(eventOf(resub))).toBe(true);
		expect(await site.receive(eventOf(resub))).toBe(false);
		await site.settle();
		expect(await site.receive(eventOf(resub))).toBe(false);
		await site.settle();
		expect(await entries()).toMatchObject([
			{ user_id: ana, delta: 340, reason: "stream-resubscription:Twitch", reference: `${ana}:resub:14` },
		]);
		expect(site.balances).toEqual([ana]);
		await expectSound();
	});

	it("without a key is credited once within its time and again after it, or for each message", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		const at = (hours: number) => new Date(Date.parse("2026-03-03T12:00:00.000Z") + hours * HOUR);
		const raid = (hours: number, viewers = 10) =>
			site.receive(eventOf({ kind: "raid", sameWithinMs: HOUR, happenedAt: at(hours), facts: { viewers } }));
		expect([await raid(0), await raid(0.5), await raid(-1), await raid(0.5, 11), await raid(2)]).toEqual([
			...[true, false, false, true, true],
		]);
		const gift = () => eventOf({ kind: "gift", facts: { tier: 1, count: 1 } });
		const first = gift();
		expect([await site.receive(first), await site.receive(first), await site.receive(gift())]).toEqual([
			...[true, false, true],
		]);
		await site.settle();
		expect(await sortedDeltas()).toEqual([120, 120, 122, 200, 200]);
		await expectSound();
	});

	it("waits for the person's first sign-in and is part of one notice", async () => {
		const site = openStreamSite(test);
		for (let gift = 0; gift < 10; gift++)
			await site.receive(eventOf({ kind: "gift", facts: { tier: 1, count: 1 } }));
		await site.settle();
		expect(await entries()).toEqual([]);
		expect(new Set(await states())).toEqual(new Set(["waiting"]));
		site.clock.pass(HOUR);
		await site.signIn(ana, "1");
		await site.settle();
		expect(await entries()).toHaveLength(10);
		expect(await rowsOf(test.db, "notifications")).toMatchObject([
			{ user_id: ana, kind: "points-waited", data: '{"points":2000,"platform":"Twitch"}' },
		]);
		await expectSound();
	});

	it("that happens once per viewer is credited once to a user with two accounts", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		await site.signIn(ana, "2");
		await site.receive(eventOf({ key: "follow" }));
		await site.receive(eventOf({ key: "follow", person: { id: "2", name: "ana2" } }));
		await site.settle();
		expect((await entries()).map(({ reference }) => reference)).toEqual([`${ana}:follow`]);
		// Whichever is handled first.
		expect((await states()).sort()).toEqual(["handled", "ignored"]);
		expect(site.errors).toEqual([]);
		await expectSound();
	});

	it("is paid by the rules of the time when it happened, which is at most that of its receipt", async () => {
		const change = new Date("2026-03-04T00:00:00.000Z");
		const site = openStreamSite(test, (at) => (at < change ? NO_RULES : RULES));
		await site.signIn(ana, "1");
		await site.receive(eventOf({ key: "follow", happenedAt: new Date("2026-03-03T23:59:59.999Z") }));
		const raid = { kind: "raid", facts: { viewers: 0 } };
		await site.receive(eventOf({ ...raid, happenedAt: change }));
		await site.receive(eventOf({ ...raid, happenedAt: new Date("2027-01-01T00:00:00.000Z") }));
		await site.settle();
		expect((await entries()).map(({ delta }) => delta)).toEqual([100, 100]);
		expect(await states()).toEqual(["handled", "handled", "handled"]);
		const rows = await rowsOf(test.db, "platform_events");
		expect(rows[2]?.happened_at).toBe(site.clock.now().toISOString());
		await expectSound();
	});

	it("counts toward the ceiling of the day on which it happened", async () => {
		const site = openStreamSite(test, () => ({ ...RULES, ceiling: 250 }));
		await site.signIn(ana, "1");
		const raid = (day: string) =>
			site.receive(
				eventOf({ kind: "raid", facts: { viewers: 0 }, happenedAt: new Date(`${day}T12:00:00.000Z`) }),
			);
		for (const day of ["2026-03-04", "2026-03-04", "2026-03-03", "2026-03-04", "2026-03-04"]) await raid(day);
		await site.settle();
		expect(await sortedDeltas()).toEqual([50, 100, 100, 100]);
		await expectSound();
	});

	it.each([
		["an unknown kind", { kind: "channel.ad_break.begin" }],
		["a long kind", { kind: "x".repeat(500) }],
		["nobody, named like one that earns", { kind: "raid", person: undefined }],
		["an anonymous person", { person: undefined, kind: "gift", facts: { tier: 1, count: 5 } }],
		["an ignored account", { person: { id: "1", name: "SomeBot" } }],
	])("of %s is kept and earns nothing", async (_what, event) => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		await site.receive(eventOf(event));
		await site.settle();
		expect(await states()).toEqual(["ignored"]);
		expect(await entries()).toEqual([]);
		await expectSound();
	});

	it("that fails is shown as failed in the end, while others are handled", async () => {
		const site = openStreamSite(test);
		await site.signIn(ana, "1");
		await site.receive(eventOf({ kind: "gift", facts: { tier: 1 } }));
		await site.receive(eventOf({ key: "follow" }));
		await site.settle();
		expect(await states()).toEqual(["due", "handled"]);
		for (let hour = 0; hour < 10; hour++) {
			site.clock.pass(8 * HOUR);
			await site.settle();
		}
		expect(site.errors.at(-1)).toMatchObject({ event: "job-given-up", kind: "platform-event" });
		expect(await countEvents(test.db)).toEqual({ due: 0, held: 0, waiting: 0, failed: 1 });
		await expectSound();
	});
});

describe("a gift on Kick, which is also announced if its payment fails,", () => {
	const MINUTE = 60_000;
	const START = Date.parse("2026-03-04T11:00:00.000Z");
	const at = (minutes: number) => new Date(START + minutes * MINUTE);
	const ids = async () => (await rowsOf(test.db, "platform_events")).map(({ id }) => id);
	const boss = userId("boss");

	/** A site with ana's account of Kick, which announces gifts. */
	async function open(rules: EarningRules = RULES) {
		const site = openStreamSite(test, () => rules);
		await site.signInFromKick(ana, "1");
		const announce = (minutes: number, count = 10, more: Partial<PlatformEvent> = {}) =>
			site.receive(
				eventOf({
					...{ platform: "kick", kind: "gift", facts: { tier: 1, count }, happenedAt: at(minutes) },
					key: `gift:${minutes}:${count}`,
					...more,
				}),
			);
		return { ...site, announce };
	}

	it("is paid once after an hour, also if it is announced again within the hour and the site restarts", async () => {
		const { announce, settle } = await open();
		for (const seconds of [0, 2, 4]) expect(await announce(seconds / 60)).toBe(true);
		// The same message again.
		expect(await announce(0)).toBe(false);
		await settle();
		expect(await states()).toEqual(["held", "repeated", "repeated"]);
		expect(await entries()).toEqual([]);
		await expectSound();
		const restarted = await open();
		restarted.clock.pass(HOUR - 1);
		await restarted.settle();
		expect(await entries()).toEqual([]);
		restarted.clock.pass(1);
		await restarted.settle();
		await restarted.settle();
		expect(await entries()).toMatchObject([{ user_id: ana, delta: 2500, reason: "stream-gift:Kick" }]);
		// Late, and within an hour of the first.
		await restarted.announce(59);
		await restarted.announce(61);
		expect(await states()).toEqual(["handled", "repeated", "repeated", "repeated", "held"]);
		await expectSound();
	});

	it("counts beside another number, another gifter and the other parts of one announcement", async () => {
		const { announce, settle, clock } = await open();
		await announce(0, 10);
		await announce(0, 10, { key: "part 2" });
		// Kick's clock is ahead.
		await announce(300, 20);
		clock.pass(1);
		await announce(300, 20, { key: "part 2 of 20" });
		await announce(1, 10);
		await announce(1, 5);
		await announce(1, 10, { person: { id: "2", name: "bruno" } });
		expect(await states()).toEqual([...Array(4).fill("held"), "repeated", "held", "held"]);
		// An admin sees those that are paid next.
		const [first, ...others] = await findHeldEvents(test.db, at(0).toISOString(), 50);
		expect(others.at(-1)?.state).toBe("repeated");
		for (const { held_until } of others.slice(0, -1))
			expect(String(held_until) >= String(first?.held_until)).toBe(true);
		clock.pass(HOUR);
		await settle();
		expect(await sortedDeltas()).toEqual([1250, 2500, 2500, 5000, 5000]);
		expect(await states()).toEqual([...Array(4).fill("handled"), "repeated", "handled", "waiting"]);
		await expectSound();
	});

	it.each<[string, EarningRules, Partial<PlatformEvent>, number[]]>([
		["that is anonymous is ignored", RULES, { person: undefined }, []],
		["is paid at once without a wait", { ...RULES, kickHold: 0 }, {}, [2500]],
		["is not held where it pays nothing", { ...RULES, kickGift: 0 }, {}, []],
		["of an ignored account earns nothing", RULES, { person: { id: "1", name: "SomeBot" } }, []],
		["is no gift on Twitch", RULES, { platform: "twitch" }, [2000]],
	])("%s", async (_what, rules, event, deltas) => {
		const { announce, settle, signIn } = await open(rules);
		await signIn(ana, "1");
		await announce(0, 10, event);
		await settle();
		expect(await sortedDeltas()).toEqual(deltas);
		await expectSound();
	});

	it("is paid by an admin at once, or never, or after all", async () => {
		const { announce, settle, decideGift, clock } = await open();
		await announce(0, 1);
		await announce(0, 2);
		await announce(1, 2);
		const [one = 0, two = 0, repeated = 0] = await ids();
		await decideGift(boss, one, "release");
		await decideGift(boss, one, "release");
		await decideGift(boss, two, "reject");
		await decideGift(boss, two, "reject");
		await settle();
		expect(await sortedDeltas()).toEqual([250]);
		await expectRefusal(decideGift(boss, one, "reject"), "giftPaid");
		await expectRefusal(decideGift(boss, 999, "release"), "giftUnknown");
		// A rejected announcement is none: another one counts again.
		await announce(2, 2);
		expect(await states()).toEqual(["handled", "rejected", "repeated", "held"]);
		await decideGift(boss, repeated, "release");
		clock.pass(2 * HOUR);
		await settle();
		expect(await states()).toEqual(["handled", "rejected", "handled", "handled"]);
		expect(await sortedDeltas()).toEqual([250, 500, 500]);
		const log = await rowsOf(test.db, "admin_changes");
		expect(log.map(({ action, subject, after }) => [action, subject, after])).toEqual([
			["gift.release", String(one), '{"giftedSubscriptions":1}'],
			["gift.reject", String(two), '{"giftedSubscriptions":2}'],
			["gift.release", String(repeated), '{"giftedSubscriptions":2}'],
		]);
		await expectSound();
	});

	it("that is rejected is not paid by a job that is left", async () => {
		const { announce, settle, decideGift, clock } = await open();
		await announce(0);
		const [gift = 0] = await ids();
		await decideGift(boss, gift, "reject");
		const about = { platform: "kick", person_id: "1" };
		await transact(test.db, (trx) => addEventJobs(trx, about, [gift], clock.now()));
		await settle();
		expect(await states()).toEqual(["rejected"]);
		expect(await entries()).toEqual([]);
		await expectSound();
	});

	it("is erased with the account, and is not held again", async () => {
		const { announce, erase } = await open();
		await announce(0);
		await announce(1);
		await erase(ana);
		expect(await states()).toEqual([]);
		expect([await announce(0), await announce(1)]).toEqual([false, false]);
	});
});
