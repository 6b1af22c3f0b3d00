import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claimCode, createCode } from "~/earning/codes/codes.server";
import { collectDailyBonus } from "~/earning/daily/daily-bonus.server";
import { earningInvariants } from "~/earning/earning.audit.server";
import { NO_RULES } from "~/earning/rules/rules";
import { addUser, fakeClock, openTestDatabase, type TestDatabase, userId } from "../../support/database";
import { expectInvariants, violatedAfter } from "../../support/expectations";
import { rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";
import { ROW_ID, VIOLATED } from "../../support/unguarded";
import { eventOf, openStreamSite, watcher } from "./stream-site";

const DAY = 24 * 60 * 60 * 1000;
const AT = new Date("2026-03-04T12:00:00.000Z");
/** One database for all tests, which undo what they change. */
let test: TestDatabase;

/** Claims of two codes, and bonuses of three days, one of which the ceiling has cut to nothing. */
beforeAll(async () => {
	test = await openTestDatabase({ durable: false });
	for (const name of ["boss", "ana", "bruno"]) await addUser(test.db, name, 1000);
	const clock = fakeClock();
	const rules = { ...NO_RULES, daily: 20, streak: 5, ceiling: 22 };
	const services = { db: test.db, now: clock.now, rules: () => rules, announceBalance() {} };
	const tools = testSite({ ...services, config: { SITE_TIMEZONE: "Europe/Lisbon" } });
	for (const [code, maxClaims] of [["FIRST", 2] as const, ["SECOND", null] as const]) {
		await createCode(tools, userId("boss"), {
			...{ idempotencyKey: crypto.randomUUID(), code, points: 50, maxClaims },
			...{ audience: "everybody", startsAt: undefined, minutes: 10 },
		});
		for (const name of ["ana", "bruno"])
			await claimCode(tools, { id: userId(name), isAdmin: false, rights: [] }, code);
	}
	for (let day = 0; day < 3; day++) {
		for (const name of ["ana", "bruno"]) await collectDailyBonus(tools, userId(name));
		clock.pass(DAY);
	}
	await happen();
});

afterAll(() => test?.close());

/**
 * Events and turns of a stream in every state: of ana, who signs in before them; of bruno, after them; of a stranger; of a
 * bot; and one that cannot be handled.
 */
async function happen() {
	const site = openStreamSite(test);
	await site.signIn(userId("ana"), "1");
	const gift = { kind: "gift", facts: { tier: 1, count: 2 } };
	for (const id of ["1", "2", "3"]) {
		await site.receive(eventOf({ key: "follow", person: { id, name: `name${id}` } }));
		await site.receive(eventOf({ ...gift, person: { id, name: `name${id}` } }));
	}
	await site.receive(eventOf({ ...gift, person: { id: "4", name: "somebot" } }));
	await site.receive(eventOf({ kind: "raid", key: "broken", facts: {} }));
	for (const minute of [1, 2])
		await site.receive(eventOf({ ...gift, platform: "kick", happenedAt: new Date(AT.getTime() - minute) }));
	for (const turn of [1, 2]) {
		const about = { platform: "twitch", streamId: "9", turn, at: AT } as const;
		await site.addTurn(about, [watcher("1", { isActive: true }), watcher("2"), watcher("3")]);
	}
	await site.settle();
	await site.signIn(userId("bruno"), "2");
	await site.settle();
}

const MOST = "no code has more claims than its maximum, and each counts its claims";
const CREDITED = "every claim of a code was credited once";
const CLAIMED = "every credit of a code belongs to a claim";
const BONUS = "every daily bonus was credited once";
const COLLECTED = "every credit of a daily bonus belongs to a collected bonus";
const EARNED = "what viewers have earned on all days is the sum of their entries";
const HANDLED = "every handled event has a ledger entry of its points, and no other event has a user";
const TIMED = "every event that will be paid has a job, and no other has";
const HAPPENED = "every credit of an event belongs to a handled event";
const PATIENT = "no event waits for somebody who has signed in";
const OWN = "events and points that waited were credited to the user of their account";
const TURN = "each turn of watching has credited the points of its entries";
const WATCHED = "every credit of a turn belongs to a stored turn";
const WAITED = "points that waited were credited once, and none wait for somebody who has signed in";
const OWED = "every credit of points that waited belongs to stored ones";

const ENTRY = "(user_id, delta, balance_after, reason, reference, actor, created_at)";
const first = (table: string) => `${ROW_ID} = (select ${ROW_ID} from ${table} limit 1)`;
/** The first event in a state. */
const event = (state: string) =>
	`id = (select id from platform_events where state = '${state}' order by id limit 1)`;
/** Points that waited for bruno, or wait for the stranger. */
const waiting = (owner: "bruno" | "nobody") =>
	`id = (select id from waiting_watch where user_id is ${owner === "bruno" ? "not" : ""} null limit 1)`;
const credit = (reason: string, reference: string) =>
	`insert into point_entries ${ENTRY}
		values ('${userId("ana")}', 20, 1020, '${reason}', '${reference}', 'system', '')`;

it("the data contains every state of events and points", async () => {
	const states = (await rowsOf(test.db, "platform_events")).map(({ state }) => state);
	expect([...new Set(states)].sort().join()).toBe("due,handled,held,ignored,repeated,waiting");
	expect(await rowsOf(test.db, "waiting_watch")).toMatchObject([
		{ user_id: userId("bruno"), credited: 10 },
		{ user_id: null, credited: null },
	]);
});

it("the invariants hold for what the site has written", () =>
	expectInvariants(test.db, ...earningInvariants));

const setEvent = (state: string, change: string) =>
	`update platform_events set ${change} where ${event(state)}`;
const setWaiting = (owner: "bruno" | "nobody", change: string) =>
	`update waiting_watch set ${change} where ${waiting(owner)}`;
const [ANA, BOSS] = [`'${userId("ana")}'`, `'${userId("boss")}'`];

describe("a manual change of the data", () => {
	it.each([
		["update claim_codes set max_claims = 1 where max_claims = 2", [MOST]],
		["update claim_codes set claims = claims - 1", [MOST]],
		[`delete from code_claims where ${first("code_claims")}`, [MOST, CLAIMED]],
		["update code_claims set points = points + 1", [CREDITED]],
		[`insert into code_claims select id, ${BOSS}, 50, '' from claim_codes limit 1`, [MOST, CREDITED]],
		["update daily_bonuses set points = points + 1", [BONUS]],
		[`delete from daily_bonuses where ${first("daily_bonuses")}`, [COLLECTED]],
		["update earned_days set points = points - 1", [EARNED]],
		[credit("stream-follow:Twitch", "x"), [EARNED, HAPPENED]],
		[setEvent("handled", "points = 1"), [HANDLED]],
		[setEvent("handled", `user_id = ${BOSS}`), [HANDLED, HAPPENED, OWN]],
		[setEvent("handled", "state = 'due'"), [HANDLED, TIMED]],
		[setEvent("held", "held_until = null"), [TIMED]],
		[setEvent("repeated", "held_until = ''"), [TIMED]],
		[setEvent("held", "points = 500"), [HANDLED]],
		[setEvent("ignored", `state = 'handled', user_id = ${ANA}, points = 50`), [HANDLED]],
		[setEvent("waiting", "person_id = '1', key = 'other'"), [PATIENT]],
		[`update platform_people set user_id = ${BOSS} where person_id = '1'`, [OWN]],
		[setWaiting("bruno", "person_id = '1'"), [OWN]],
		["update watch_turns set points = points + 1 where turn = 1", [TURN]],
		["delete from watch_turns where turn = 1", [WATCHED]],
		[setWaiting("bruno", "credited = 9"), [WAITED]],
		[setWaiting("bruno", "credited = null"), [WAITED]],
		[setWaiting("nobody", "person_id = '1'"), [WAITED]],
		[setWaiting("nobody", `user_id = ${ANA}, credited = points`), [WAITED]],
		[`delete from waiting_watch where ${waiting("bruno")}`, [OWED]],
	])("is detected: %s", async (change, names) => {
		expect((await violatedAfter(test.db, change, earningInvariants)).sort()).toEqual([...names].sort());
	});

	const copied = "user_id, delta, balance_after, reason, reference, actor, created_at from point_entries";
	it.each([
		"insert into code_claims select * from code_claims limit 1",
		"insert into daily_bonuses select * from daily_bonuses limit 1",
		"insert into platform_events select 1000, platform, person_id, person_name, key, kind, facts, happened_at, " +
			"received_at, state, user_id, points, held_until from platform_events limit 1",
		"insert into watch_turns select * from watch_turns limit 1",
		`insert into platform_people select platform, person_id, ${BOSS}, '' from platform_people limit 1`,
		`insert into point_entries ${ENTRY} select ${copied} where reason like 'stream-watch:%' limit 1`,
	])("is rejected by the database: %s", async (change) => {
		await expect(sql.raw(change).execute(test.db)).rejects.toThrow(VIOLATED.unique);
	});
});
