import { describe, expect, it } from "vitest";
import { bestOf } from "~/bonus-hunt/outside/shown-hunt";
import { isLongName, loopSeconds, slotPicture } from "~/bonus-hunt/screen/carousel";
import { formatEuros, formatRatio } from "~/i18n/format";
import { SLOT } from "../../support/hunt-source";

describe("the carousel", () => {
	it.each([
		[0, 22.5],
		[1, 22.5],
		[3, 22.5],
		[4, 24],
		[12, 72],
		[100, 600],
	])("of %i slots completes a loop in %d s", (slots, seconds) => expect(loopSeconds(slots)).toBe(seconds));

	it("scrolls names longer than 22 characters", () => {
		expect(isLongName("x".repeat(22))).toBe(false);
		expect(isLongName("x".repeat(23))).toBe(true);
		expect(isLongName("🎰".repeat(22)), "an emoji counts as one character").toBe(false);
	});

	it("loads its pictures through the proxy", () => {
		expect(slotPicture("a b&c.png")).toBe("/api/image-proxy?name=a%20b%26c.png");
		expect(slotPicture("https://x.example/a?b=c")).toBe(
			"/api/image-proxy?name=https%3A%2F%2Fx.example%2Fa%3Fb%3Dc",
		);
		expect([slotPicture(null), slotPicture("")]).toEqual([undefined, undefined]);
	});
});

it("the best slots are those with the highest payout and the highest multiplier", () => {
	const [big, sharp, blank] = [
		{ ...SLOT, payout: 500, multiplier: 5 },
		{ ...SLOT, payout: 50, multiplier: 250 },
		{ ...SLOT, payout: null, multiplier: null },
	];
	expect(bestOf([blank, big, sharp])).toEqual({ win: big, multiplier: sharp });
	expect(bestOf([blank, { ...SLOT, payout: 0, multiplier: 0 }])).toEqual({});
});

it("euros and multipliers are formatted for the language", () => {
	const plain = (text: string) => text.replaceAll(/\s/g, " ");
	expect(plain(formatEuros(12345.6, "pt"))).toBe("12 345,60 €");
	expect(formatEuros(12345.6, "en")).toBe("€12,345.60");
	expect(plain(formatRatio(1028.754, "pt"))).toBe("1 028,75x");
	expect(formatRatio(0, "en")).toBe("0.00x");
});
