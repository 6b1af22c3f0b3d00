import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlatformId } from "~/earning/inbox/platform-event";
import { fieldsOf, rulesOf, rulesSchema } from "~/earning/rules/rule-fields.server";
import { type EarningRules, NO_RULES, RULE_NAMES, type RuleFields, ruleOf } from "~/earning/rules/rules";
import { earningOf } from "~/earning/rules/sources";
import { waysOf } from "~/earning/rules/ways.server";
import { MAX_POINTS } from "~/points/amounts";
import { propertySeed } from "../../support/test-size";

const ZONE = "Europe/Lisbon";

/** Minutes of an hour that no change of the clock repeats. */
const minute = fc.nat(59).map((one) => `2026-12-24T22:${String(one).padStart(2, "0")}:00.000Z`);
const VALUES = {
	points: fc.nat(1_000_000),
	percent: fc.integer({ min: 100, max: 1000 }),
	days: fc.integer({ min: 1, max: 365 }),
	minutes: fc.nat(1440),
	ceiling: fc.nat(1_000_000_000),
	instant: fc.option(minute),
	names: fc.uniqueArray(fc.stringMatching(/^[a-z0-9_-]{1,50}$/), { maxLength: 200 }),
};
const anyRules = fc.record(
	Object.fromEntries(
		RULE_NAMES.map((name) => {
			const value: fc.Arbitrary<unknown> = VALUES[ruleOf(name).kind];
			return [name, ruleOf(name).byTier ? fc.tuple(value, value, value) : value];
		}),
	),
) as unknown as fc.Arbitrary<EarningRules>;
/** The fields as a browser sends them: empty ones are left out by the form's parser. */
const sent = (fields: RuleFields, more: object = {}) =>
	Object.fromEntries(
		Object.entries({ intent: "save", revision: 0, ...fields, ...more }).flatMap(([name, value]) =>
			value === "" ? [] : [[name, String(value)]],
		),
	);
describe("the form of the rules", () => {
	it("returns the rules that it was filled in with", () => {
		fc.assert(
			fc.property(anyRules, (rules) => {
				const { intent, revision, ...fields } = rulesSchema.parse(sent(fieldsOf(rules, ZONE)));
				expect(rulesOf(fields, ZONE)).toEqual(rules);
				expect([intent, revision]).toEqual(["save", 0]);
			}),
			{ seed: propertySeed(1) },
		);
	});

	it.each([
		["watch", "1000001", "rulePointsInvalid"],
		["gift2", "-1", "rulePointsInvalid"],
		["raid", "", "rulePointsInvalid"],
		["cheer", "1.5", "rulePointsInvalid"],
		["subscriber3", "99", "rulePercentInvalid"],
		["everybody", "1001", "rulePercentInvalid"],
		["kickHold", "1441", "kickHoldInvalid"],
		["boostUntil", "2026-02-30T10:00", "boostUntilInvalid"],
		["streakDays", "0", "streakDaysInvalid"],
		["ceiling", "1000000001", "ceilingInvalid"],
		["ignored", "night bot!", "ignoredInvalid"],
		["ignored", "a".repeat(51), "ignoredInvalid"],
		["ignored", Array.from({ length: 201 }, (_, n) => `bot${n}`).join("\n"), "ignoredInvalid"],
		["intent", "drop", "pageExpired"],
	])("refuses %s %s", (field, value, code) => {
		const typed = sent(fieldsOf(NO_RULES, ZONE), { [field]: value });
		expect(rulesSchema.safeParse(typed).error?.flatten().fieldErrors).toEqual({ [field]: [code] });
	});
});

it("no event pays more than the maximum balance, for any number that a platform sends", () => {
	const most = { ...NO_RULES, gift: [1e6, 1e6, 1e6], raider: 1e6, cheer: 1e6, month: 1e6 } as const;
	fc.assert(
		fc.property(fc.maxSafeNat(), (count) => {
			for (const event of [
				{ kind: "gift", tier: 1, count } as const,
				{ kind: "raid", viewers: count } as const,
				{ kind: "cheer", bits: count } as const,
				{ kind: "resubscription", tier: 3, months: count } as const,
			]) {
				const paid = earningOf(event, most, new Date());
				expect(Number.isSafeInteger(paid) && paid <= MAX_POINTS).toBe(true);
			}
		}),
		{ seed: propertySeed(1) },
	);
});

describe("the page “Earn points”", () => {
	const platforms = ["twitch", "kick"] as const;
	const reader = {
		language: "en",
		timeZone: ZONE,
		now: new Date("2026-11-23T20:00:00Z"),
		platforms,
	} as const;

	it("shows the amounts of the connected platforms, with their names where they differ", () => {
		const kick = { kickFollow: 50, kickGift: 200, kickHold: 45 };
		const rules = { ...NO_RULES, follow: 50, gift: [100, 100, 300], raid: 5, ...kick } as const;
		const shown = (...of: PlatformId[]) =>
			Object.fromEntries(waysOf(rules, { ...reader, platforms: of }).map(({ name, lines }) => [name, lines]));
		const held = "Gifts on Kick are paid after 45 minutes.";
		const each = "For each one you gift";
		const [one, three] = ["Tier 1: 100 points", "Tier 3: 300 points"];
		expect(shown("twitch", "kick")).toEqual({
			"Following the channel": ["50 points, once"],
			"Gifting subscriptions": [
				...[`Twitch: ${one}`, "Twitch: Tier 2: 100 points", `Twitch: ${three}`, "Kick: 200 points"],
				...[each, held],
			],
			"Raiding the channel": ["Twitch: 5 points"],
		});
		expect(shown("kick")).toEqual({
			"Following the channel": ["50 points, once"],
			"Gifting subscriptions": ["200 points", each, held],
		});
	});

	it("leaves out what pays nothing, and a boost that is over", () => {
		expect(waysOf(NO_RULES, reader)).toEqual([]);
		const boost = { everybody: 300, boostUntil: reader.now.toISOString() };
		const [watching, ...others] = waysOf({ ...NO_RULES, chatting: 5, ...boost }, reader);
		expect(others).toEqual([]);
		expect(watching?.lines).toHaveLength(2);
		expect(waysOf({ ...NO_RULES, cheer: 5 }, reader)).toEqual([
			{ name: "Cheering", lines: ["Twitch: 5 points for 100 Bits"] },
		]);
	});
});
