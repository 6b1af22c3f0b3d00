import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "~/i18n/languages";
import { centsIn, MAX_CENTS, typedEuros } from "~/i18n/money";
import { propertySeed } from "../../support/test-size";

describe("a typed amount of euros", () => {
	it.each([
		["12", 1200],
		["12,5", 1250],
		["12.50", 1250],
		[" 1 200,50 € ", 120_050],
		["€5", 500],
		["100000000", MAX_CENTS],
	])("%j is %d cents", (text, cents) => expect(centsIn(text)).toBe(cents));

	it.each(["", ",5", "12,", "1e3", "1.000", "1,2,3", "١٢", "100000000.01", "9".repeat(41)])(
		"%j is rejected",
		(text) => expect(centsIn(text)).toBeUndefined(),
	);

	it("is the same after formatting and parsing in both languages", () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: MAX_CENTS }),
				fc.constantFrom(...LANGUAGES),
				(cents, language) => {
					expect(centsIn(typedEuros(cents, language))).toBe(cents);
				},
			),
			{ seed: propertySeed(1) },
		);
	});

	it("is parsed in linear time: in quadratic time it would take hours", () => {
		expect(centsIn(`1${" ".repeat(2_000_000)}x`)).toBeUndefined();
	});
});
