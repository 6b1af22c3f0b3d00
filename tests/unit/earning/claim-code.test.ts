import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCode, newCode, stateOf, timeText } from "~/earning/codes/claim-code";
import { propertySeed } from "../../support/test-size";

describe("a code is compared", () => {
	it.each([
		["praça 2026", "PRACAZOZ6"],
		["PRACA-2O26", "PRACAZOZ6"],
		["  Olá! ", "OIA"],
		["0l15", "OIIS"],
		["ﬁm", "FIM"],
		["🎉🎉", ""],
	])("%j as %j", (typed, folded) => {
		expect(foldCode(typed)).toBe(folded);
	});

	it("by its first 200 characters", () => {
		expect(foldCode(`${"a".repeat(200)}b`)).toBe("A".repeat(200));
		expect(foldCode("\ufdfa".repeat(20_000))).toBe(foldCode("\ufdfa".repeat(200)));
	});

	it("the same however its letters are typed", () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				const folded = foldCode(text);
				for (const same of [folded, folded.toLowerCase(), ` ${[...folded].join("-")} `]) {
					expect(foldCode(same)).toBe(folded);
				}
			}),
			{ seed: propertySeed(1) },
		);
	});
});

it("a random code has 8 characters that are hard to confuse", () => {
	fc.assert(
		fc.property(fc.infiniteStream(fc.nat()), (numbers) => {
			const code = newCode((limit) => (numbers.next().value ?? 0) % limit);
			expect(code).toMatch(/^[ACDEFGHJKMNPQRTUVWXY34679]{8}$/);
			expect(foldCode(code)).toBe(code);
		}),
		{ seed: propertySeed(1) },
	);
});

it("a code's window contains its start and not its end", () => {
	const code = { starts_at: "2026-11-23T20:00:00.000Z", ends_at: "2026-11-23T20:10:00.000Z" };
	const at = (instant: string, claims = 0, max_claims: number | null = 2) =>
		stateOf({ ...code, claims, max_claims }, new Date(instant));
	expect(at("2026-11-23T19:59:59.999Z")).toBe("planned");
	expect(at(code.starts_at)).toBe("running");
	expect(at("2026-11-23T20:09:59.999Z", 1)).toBe("running");
	expect(at(code.starts_at, 2)).toBe("usedUp");
	expect(at(code.starts_at, 2, null)).toBe("running");
	expect(at(code.ends_at)).toBe("over");
});

it("the time left has a short notation", () => {
	expect([0, 9, 598, 3599, 3600, 86_399, 86_400, 2_591_999].map(timeText)).toEqual([
		...["0:00", "0:09", "9:58", "59:59", "1:00:00", "23:59:59", "1 d 0 h", "29 d 23 h"],
	]);
});
