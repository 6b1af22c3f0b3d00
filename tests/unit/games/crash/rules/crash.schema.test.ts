import { describe, expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { MAX_STAKE, MAX_TARGET, MIN_TARGET } from "~/games/crash/engine/crash";
import { betOf, liveCrashSchema, soloCrashSchema } from "~/games/crash/engine/crash.schema";
import { formParser } from "../../../../support/forms";
import { sized } from "../../../../support/test-size";

type Fields = Record<string, string | string[] | undefined>;
const ID = "4b1f4f6e-8f2e-4d53-9f0e-0d6b8c1e7a11";
const good: Fields = { intent: "place", idempotencyKey: ID, stake: "10", auto: "on", target: "2.00" };

const forms = {
	live: formParser(liveCrashSchema, good),
	solo: formParser(soloCrashSchema, good),
};

/** The parsed values, or the error codes by field. */
function read(change: Fields, which: keyof typeof forms = "live"): Record<string, unknown> {
	const submission = forms[which](change);
	if (submission.status === "success") return submission.value;
	const errors = Object.entries(submission.error ?? {});
	return Object.fromEntries(errors.map(([field, codes]) => [field, [...new Set(codes)]]));
}

describe("a target", () => {
	it("is parsed exactly for hundredths from 1.01 to 1000.00", () => {
		const step = sized(97, 1);
		const fields = { intent: "place", idempotencyKey: ID, stake: 10, auto: true };
		const wrong: unknown[] = [];
		for (let hundredths = MIN_TARGET; hundredths <= MAX_TARGET; hundredths += hundredths < 2000 ? 1 : step) {
			const target = (hundredths / 100).toFixed(2);
			const { data } = liveCrashSchema.safeParse({ ...fields, target });
			if (!data || !("target" in data) || data.target !== hundredths) wrong.push([hundredths, data]);
		}
		expect(wrong).toEqual([]);
	});

	it.each([
		...[["1.01", 101] as const, ["1.1", 110] as const, ["2", 200] as const, ["1,5", 150] as const],
		...[["19.99", 1999] as const, ["1000.00", 100_000] as const],
	])("of %j is parsed as %i hundredths", (text, hundredths) => {
		expect(read({ target: text }).target).toBe(hundredths);
	});

	const outside = ["1", "1.00", "0", "-2", "1000.01", "99999", "1.005", "2.001"];
	const malformed = ["abc", "NaN", "Infinity", "1,5,0", "2x", "--2", "true", "{}", "1e400"];
	it.each([...outside, ...malformed, ["2.00", "3.00"]])("of %j is rejected", (target) =>
		expect(read({ target })).toEqual({ target: ["targetInvalid"] }),
	);

	it("is required and applies only if automatic cash-out is on", () => {
		for (const target of [undefined, ""]) {
			expect(read({ target })).toEqual({ ...good, auto: true, stake: 10, target: undefined });
		}
		expect(() => betOf({ stake: 10, auto: true })).toThrow(new DomainError("targetInvalid"));
		expect(betOf({ stake: 10, auto: true, target: 150 })).toEqual({ stake: 10, target: 150 });
		for (const bet of [{}, { auto: false, target: 150 }, { target: 150 }]) {
			expect(betOf({ stake: 10, ...bet })).toEqual({ stake: 10, target: null });
		}
	});
});

describe("a stake", () => {
	it.each([10, 20, 100, 1230, 1_000_000, MAX_STAKE])("of %i is accepted", (stake) =>
		expect(read({ stake: String(stake) })).toMatchObject({ stake }),
	);

	const outside = ["0", "-10", "5", "15", "10.5", "1000000010", "9007199254740992", "1e30"];
	const malformed = ["", "ten", "NaN", "Infinity", "10abc", undefined, ["10", "20"]];
	it.each([...outside, ...malformed])("of %j is rejected", (stake) =>
		expect(read({ stake })).toEqual({ stake: ["stakeInvalid"] }),
	);
});

describe("a form", () => {
	it.each([
		["place", true, true],
		["cancel", true, true],
		["cash-out", true, true],
		["queue", true, false],
		["unqueue", true, false],
		["refill", false, true],
		["start", false, true],
		["", false, false],
	])("with intent %j is valid in the live game: %s, in the solo game: %s", (intent, isLive, isSolo) => {
		const fields = { intent, betId: ID };
		expect(forms.live(fields).status === "success").toBe(isLive);
		expect(forms.solo(fields).status === "success").toBe(isSolo);
	});

	it("requires an idempotency key, and the id of the bet that it concerns", () => {
		for (const id of [undefined, "", "1", `${ID}0`]) {
			expect(read({ idempotencyKey: id })).toEqual({ idempotencyKey: ["pageExpired"] });
			expect(read({ intent: "cash-out", betId: id })).toEqual({ betId: ["noBet"] });
			expect(read({ intent: "cancel", betId: id })).toEqual({ betId: ["noBet"] });
		}
		expect(read({ idempotencyKey: ID.toUpperCase() })).toMatchObject({ idempotencyKey: ID });
		expect(read({ intent: "cancel", betId: ID.toUpperCase() })).toMatchObject({ betId: ID });
	});
});
