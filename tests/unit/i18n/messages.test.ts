import { describe, expect, it } from "vitest";
import { en } from "~/i18n/en";
import { formatPoints } from "~/i18n/format";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { LANGUAGES } from "~/i18n/languages";
import { isErrorCode, isNoticeCode } from "~/i18n/messages";
import { pt } from "~/i18n/pt";

/** `key.of.a.text` -> text. */
function flatten(tree: object, path = ""): [string, string][] {
	return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
		typeof value === "string" ? [[path + key, value]] : flatten(value, `${path}${key}.`),
	);
}

const texts = { en: new Map(flatten(en)), pt: new Map(flatten(pt)) };
const placeholders = (text: string) => [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name).sort();

describe("the two languages", () => {
	it("have the same message keys", () => {
		expect([...texts.pt.keys()].sort()).toEqual([...texts.en.keys()].sort());
		expect(texts.en.size).toBeGreaterThan(150);
	});

	it("have the same placeholders in each text", () => {
		for (const [key, text] of texts.en) {
			expect(placeholders(texts.pt.get(key) ?? ""), key).toEqual(placeholders(text));
		}
	});

	it.each(LANGUAGES)(
		"have no empty text, surrounding whitespace or malformed placeholder: %s",
		(language) => {
			for (const [key, text] of texts[language]) {
				expect(text, key).not.toBe("");
				expect(text, key).toBe(text.trim());
				expect(text.replaceAll(/\{\{\w+(, number(\([^)]*\))?)?\}\}/g, ""), key).not.toMatch(/[{}]|\$t\(/);
			}
		},
	);

	it.each(LANGUAGES)("have plural texts in pairs: %s", (language) => {
		const keys = [...texts[language].keys()];
		const stems = (ending: string) =>
			keys.filter((key) => key.endsWith(ending)).map((key) => key.slice(0, -ending.length));
		expect(stems("_one")).toEqual(stems("_other"));
		expect(stems("_one").length).toBeGreaterThan(3);
		for (const stem of stems("_one")) expect(keys).not.toContain(stem);
		const textOf = (stem: string, form: string) => texts[language].get(`${stem}_${form}`);
		const same = stems("_one").filter((stem) => textOf(stem, "one") === textOf(stem, "other"));
		const short = ["shell.counts.waitingOrders", "lobby.minutesAgo", "lobby.hoursAgo"];
		expect(same).toEqual(language === "en" ? ["shell.toGo", ...short, "earning.overlay.left"] : short);
		expect(keys.filter((key) => /_(zero|two|few|many)$/.test(key))).toEqual([]);
	});

	it.each(LANGUAGES)("have a form for each number of points: %s", (language) => {
		const amount = /\}\} (pontos?|points?)\b/;
		const found = [...texts[language]].filter(
			([key, text]) => amount.test(text) && !/_(one|other)$/.test(key),
		);
		expect(found.map(([key]) => key)).toEqual([]);
		const { t } = i18nIn(language);
		const said = [0, 1, 2, 1_000_000].map((count) => t("store.missing", { count }));
		expect(said).toEqual(
			language === "pt"
				? ["Faltam 0 pontos", "Falta 1 ponto", "Faltam 2 pontos", "Faltam 1\u00a0000\u00a0000 pontos"]
				: ["0 points to go", "1 point to go", "2 points to go", "1,000,000 points to go"],
		);
	});
});

/** Names and words that are the same in Portuguese and English. */
const SAME_IN_BOTH = new Set([
	...["Auth0", "Email"],
	...[
		"Bio",
		"Bonus Hunt",
		"Cashback",
		"Cookies",
		"Crash",
		"Demo",
		"Discord",
		"Final",
		"Hash",
		"Instagram",
		"Item",
	],
	...["Menu", "Multi", "N", "N ÷ 2³²", "Navalhas Crash", "Navalhas Plinko", "Plateia", "Plinko", "Site"],
	...["Slot", "Slots"],
	...["Kick", "Slots Pragmatic Play (Demos)", "Stock", "Stop loss (€)", "Telegram", "Total", "Twitch", "pts"],
	"{{day}}: {{count, number}}",
	...["{{plinko}}", "{{plinkoShort}}", "{{crash}}", "{{crashShort}}"],
	...["{{liveCrash}}", "{{liveCrashShort}}", "{{slots}}"],
]);

it("no text is the same in both languages, except for names and shared words", () => {
	const same = [...texts.en].filter(([key, text]) => texts.pt.get(key) === text && !SAME_IN_BOTH.has(text));
	expect(same).toEqual([]);
});

describe.each(LANGUAGES)("a text in %s", (language) => {
	const { t } = i18nIn(language);

	it("is available synchronously and fills its placeholders without escaping them", () => {
		const name = "<ana> & co";
		expect(t("shell.signedInAs", { name })).toBe(
			texts[language].get("shell.signedInAs")?.replace("{{name}}", name),
		);
	});

	it("leaves placeholders in a value as they are", () => {
		const name = "{{count}} {{name}} {{- count}} $t(store.title) $& {";
		expect(t("store.redeemedText", { name, count: 5 })).toBe(
			texts[language]
				.get("store.redeemedText_other")
				?.replace("{{count, number}}", "5")
				.replace("{{name}}", () => name),
		);
	});

	it.each([
		[1, "one"],
		[2, "other"],
		[50, "other"],
	])("for %i balls has the plural form %s", (count, form) => {
		const expected = texts[language].get(`plinko.quick_${form}`)?.replace("{{count}}", String(count));
		expect(t("plinko.quick", { count })).toBe(expected);
	});

	it("formats its numbers like the pages", () => {
		const text = t("errors.balanceChanged", { shown: 1234, points: 1_000_000 });
		expect(text).toContain(formatPoints(1234, language));
		expect(text).toContain(formatPoints(1_000_000, language));
		expect(t("errors.tooLate", { multiplier: 1234.5 })).toContain(
			{ pt: "1\u00a0234,50x", en: "1,234.50x" }[language],
		);
	});
});

describe("the language of a request", () => {
	const languageFor = (headers: Record<string, string>) =>
		languageOf(new Request("http://site.example/?lng=en", { headers }));

	it.each([
		[{}, "pt"],
		[{ Cookie: "language=en" }, "en"],
		[{ Cookie: "language=pt" }, "pt"],
		[{ Cookie: "language=fr" }, "pt"],
		[{ Cookie: "language=toString" }, "pt"],
		[{ "Accept-Language": "en-GB" }, "pt"],
		[{ Cookie: "language=en", "Accept-Language": "pt-PT" }, "en"],
	])("with %j is %s", async (headers, language) => {
		expect(await languageFor(headers as Record<string, string>)).toBe(language);
	});
});

describe("codes", () => {
	it("of errors and notices are recognised", () => {
		expect(isErrorCode("insufficientPoints")).toBe(true);
		expect(isNoticeCode("signedIn")).toBe(true);
	});

	it.each(["toString", "constructor", "__proto__", "valueOf", "", "signedin"])("are not %j", (text) => {
		expect([isErrorCode(text), isNoticeCode(text)]).toEqual([false, false]);
	});
});
