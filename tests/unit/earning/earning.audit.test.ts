import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { claimCode, createCode } from "~/earning/codes/codes.server";
import { collectDailyBonus } from "~/earning/daily/daily-bonus.server";
import { earningInvariants } from "~/earning/earning.audit.server";
import { NO_RULES } from "~/earning/rules/earning-rules";
import { fakeClock, userId } from "../../support/database";
import { violatedInvariants } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";

const DAY = 24 * 60 * 60 * 1000;
const test = databaseForEachTest({ users: { boss: 1000, ana: 1000, bruno: 1000 } });

/** Claims of two codes, and bonuses of three days, one of which the ceiling has cut to nothing. */
beforeEach(async () => {
	const clock = fakeClock();
	const rules = { ...NO_RULES, daily: 20, streak: 5, ceiling: 22 };
	const tools = {
		...{ db: test.db, now: clock.now, config: { SITE_TIMEZONE: "Europe/Lisbon" }, rules: () => rules },
		...{ announceBalance() {}, log: { info() {} } },
	};
	for (const [code, maxClaims] of [["FIRST", 2] as const, ["SECOND", null] as const]) {
		await createCode(tools, userId("boss"), {
			...{ idempotencyKey: crypto.randomUUID(), code, points: 50, maxClaims },
			...{ audience: "everybody", startsAt: undefined, minutes: 10 },
		});
		for (const name of ["ana", "bruno"]) await claimCode(tools, userId(name), code);
	}
	for (let day = 0; day < 3; day++) {
		for (const name of ["ana", "bruno"]) await collectDailyBonus(tools, userId(name));
		clock.pass(DAY);
	}
});

const violations = () => violatedInvariants(test.db, earningInvariants);

const MOST = "no code has more claims than it may, and its number is that of its rows";
const CREDITED = "every claim of a code was credited once";
const CLAIMED = "every credit of a code belongs to a claim";
const BONUS = "every daily bonus was credited once";
const COLLECTED = "every credit of a daily bonus belongs to one";
const EARNED = "what viewers have earned on all days is the sum of their entries";

const ENTRY = "(user_id, delta, balance_after, reason, reference, actor, created_at)";
const first = (table: string) => `rowid = (select rowid from ${table} limit 1)`;

it("the invariants hold for what the site has written", async () => {
	expect(await violations()).toEqual([]);
});

describe("a manual change of the data", () => {
	it.each([
		[
			"fewer claims allowed than there are",
			"update claim_codes set max_claims = 1 where max_claims = 2",
			[MOST],
		],
		["a claim that is not counted", "update claim_codes set claims = claims - 1", [MOST]],
		["a deleted claim", `delete from code_claims where ${first("code_claims")}`, [MOST, CLAIMED]],
		["the points of a claim", "update code_claims set points = points + 1", [CREDITED]],
		[
			"a claim without a credit",
			`insert into code_claims select id, '${userId("boss")}', 50, '' from claim_codes limit 1`,
			[MOST, CREDITED],
		],
		[
			"a credit without a claim",
			`insert into point_entries ${ENTRY}
				values ('${userId("boss")}', 50, 1050, 'claim-code', 'x', 'system', '')`,
			[CLAIMED],
		],
		["the points of a bonus", "update daily_bonuses set points = points + 1", [BONUS]],
		["a deleted bonus", `delete from daily_bonuses where ${first("daily_bonuses")}`, [COLLECTED]],
		[
			"a credit without a bonus",
			`insert into point_entries ${ENTRY}
				values ('${userId("boss")}', 20, 1020, 'daily-bonus', 'x', 'system', '')`,
			[COLLECTED, EARNED],
		],
		["the sum of a day", "update earned_days set points = points - 1", [EARNED]],
		[
			"a credit of the stream that is not counted",
			`insert into point_entries ${ENTRY}
				values ('${userId("ana")}', 20, 1020, 'stream-follow:Twitch', 'x', 'system', '')`,
			[EARNED],
		],
	])("is detected: %s", async (_what, change, names) => {
		const { numAffectedRows } = await sql.raw(change).execute(test.db);
		expect(numAffectedRows).toBeGreaterThan(0n);
		expect((await violations()).sort()).toEqual([...names].sort());
	});

	it.each([
		["a second claim of a viewer", "insert into code_claims select * from code_claims limit 1"],
		["a second bonus of a day", "insert into daily_bonuses select * from daily_bonuses limit 1"],
		[
			"a second credit of a claim",
			`insert into point_entries ${ENTRY} select user_id, delta, balance_after, reason, reference, actor, created_at
				from point_entries where reason = 'claim-code' limit 1`,
		],
	])("is rejected by the database: %s", async (_what, change) => {
		await expect(sql.raw(change).execute(test.db)).rejects.toThrow("UNIQUE");
	});
});
