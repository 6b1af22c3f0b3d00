import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { STAKES } from "~/games/limits/limits.queries.server";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES } from "~/i18n/languages";
import { addressOf, hasWords, reasonText } from "~/points/statement/entry-messages";

/** The values of a placeholder in a reason. */
const STANDS_FOR: Record<string, readonly string[]> = {
	kind: ["solo", "live"],
	provider: ["StreamElements"],
};

/** Every reason in the code: `reason: "…"`, or a template with placeholders of few values. */
function reasonsPosted(): string[] {
	const reasons = readdirSync("app", { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".server.ts"))
		.flatMap((file) => [...readFileSync(`app/${file}`, "utf8").matchAll(/\breason: (["`])([^"`]+)\1/g)])
		.map(([, , reason = ""]) => reason);
	return [...new Set(reasons)].flatMap((reason) => {
		const placeholder = reason.match(/\$\{(\w+)\}/)?.[1];
		if (!placeholder) return [reason];
		const words = STANDS_FOR[placeholder];
		if (!words) throw new Error(`what does ${reason} stand for?`);
		return words.map((word) => reason.replace(/\$\{\w+\}/, word));
	});
}

describe("the reasons that the code posts", () => {
	it("are found", () => {
		expect(reasonsPosted().sort()).toEqual(
			[
				"admin-adjustment",
				"hunt-prize",
				"live-crash-payout",
				"live-crash-refund",
				"live-crash-stake",
				"merge-undone:StreamElements",
				"merge:StreamElements",
				"plinko-payout",
				"plinko-stake",
				"redeem",
				"redeem-refund",
				"registration",
				"solo-crash-payout",
				"solo-crash-refund",
				"solo-crash-stake",
			].sort(),
		);
	});

	it("take no stake that the loss limits do not count", () => {
		expect(
			reasonsPosted()
				.filter((reason) => reason.endsWith("-stake"))
				.sort(),
		).toEqual([...STAKES].sort());
	});

	it.each(LANGUAGES)("have words of their own in %s", (language) => {
		const { t } = i18nIn(language);
		const words = reasonsPosted().map((reason) => {
			expect(hasWords(reason), reason).toBe(true);
			const text = reasonText(t, reason);
			expect(text, reason).not.toMatch(/\{\{|points\./);
			expect(text, "the fallback").not.toContain(`(${reason})`);
			return text;
		});
		expect(new Set(words).size).toBe(words.length);
	});
});

it("names the provider of a merge", () => {
	const { t } = i18nIn("en");
	expect(reasonText(t, "merge:My: Bot")).toBe("Points taken over from My: Bot");
	expect(reasonText(t, "merge-undone:Bot")).toBe("Points from Bot taken back");
});

it.each(["raffle-payout", "toString", "__proto__", "", "redeem-x"])(
	"shows a reason without words as it is: %j",
	(reason) => {
		expect(hasWords(reason)).toBe(false);
		expect(reasonText(i18nIn("en").t, reason)).toBe(`Other movement (${reason})`);
		expect(reasonText(i18nIn("pt").t, reason)).toBe(`Outro movimento (${reason})`);
	},
);

it("leads to what can be looked at", () => {
	expect(addressOf("plinko-payout", "a/b", "viewer")).toBe("/fairness?round=a%2Fb");
	expect(addressOf("redeem-refund", "a&b", "admin")).toBe("/orders?q=a%26b");
	expect(addressOf("redeem", "a&b", "viewer")).toBe("/points/orders");
	expect(addressOf("admin-adjustment", "x", "admin")).toBeUndefined();
});
