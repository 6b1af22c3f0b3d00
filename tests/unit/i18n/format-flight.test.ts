import { expect, it } from "vitest";
import { formatExactMultiplier, formatSeconds } from "~/i18n/format";

it.each([
	[100, "1.00x", "1,00x"],
	[170, "1.70x", "1,70x"],
	[231.99, "2.31x", "2,31x"],
	[114, "1.14x", "1,14x"],
	[100_000, "1,000.00x", "1\u00a0000,00x"],
])("a multiplier of %d hundredths is formatted as %s, in Portuguese as %s", (hundredths, en, pt) => {
	expect(formatExactMultiplier(hundredths, "en")).toBe(en);
	expect(formatExactMultiplier(hundredths, "pt")).toBe(pt);
});

it("multipliers with two decimals are formatted without rounding", () => {
	for (let hundredths = 100; hundredths <= 100_000; hundredths += 7) {
		const whole = Math.trunc(hundredths / 100).toLocaleString("en-GB");
		const rest = String(hundredths % 100).padStart(2, "0");
		expect(formatExactMultiplier(hundredths, "en")).toBe(`${whole}.${rest}x`);
	}
});

it.each([
	[0, "0.0 s", "0,0 s"],
	[1, "0.1 s", "0,1 s"],
	[10_000, "10.0 s", "10,0 s"],
	[9_901, "10.0 s", "10,0 s"],
	[9_900, "9.9 s", "9,9 s"],
])("%d remaining ms are formatted as %s, in Portuguese as %s", (ms, en, pt) => {
	expect(formatSeconds(ms, "en")).toBe(en);
	expect(formatSeconds(ms, "pt")).toBe(pt);
});
