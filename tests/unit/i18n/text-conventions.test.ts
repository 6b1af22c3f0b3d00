/** The conventions of docs/texts.md that a program can check, over all messages and page texts. */
import { describe, expect, it } from "vitest";
import { en } from "~/i18n/en";
import { LANGUAGES, type Language } from "~/i18n/languages";
import { pt } from "~/i18n/pt";
import { busyAnswer } from "~/pages/busy.server";
import { cookiesEn } from "~/pages/cookies.en.server";
import { cookiesPt } from "~/pages/cookies.pt.server";
import type { Facts } from "~/pages/facts.server";
import { helpEn } from "~/pages/help.en.server";
import { helpPt } from "~/pages/help.pt.server";
import { privacyEn } from "~/pages/privacy.en.server";
import { privacyPt } from "~/pages/privacy.pt.server";
import { termsEn } from "~/pages/terms.en.server";
import { termsPt } from "~/pages/terms.pt.server";

/** With everything that adds a text. */
const FACTS: Facts = {
	...{ name: "N", email: "e", signInService: "s", collector: "c", pointsProvider: "p", hasRedeemBot: true },
	hostPrefix: "",
};

const busy = (language: Language) =>
	[
		...busyAnswer({ url: "/", cookie: `language=${language}`, accept: "text/html" }).body.matchAll(
			/>([^<]+)</g,
		),
	]
		.map(([, text = ""]) => text.trim())
		.filter((text) => text !== "" && !text.startsWith(":root"));

/** `key.of.a.text` -> text, also of lists. */
function flatten(tree: unknown, path: string): [string, string][] {
	if (typeof tree === "string") return [[path, tree]];
	return Object.entries(tree as object).flatMap(([key, value]) =>
		flatten(value, path === "" ? key : `${path}.${key}`),
	);
}

const MESSAGES = { pt: flatten(pt, ""), en: flatten(en, "") };
const PAGES = {
	pt: flatten(
		{ terms: termsPt(FACTS), privacy: privacyPt(FACTS), cookies: cookiesPt(), help: helpPt },
		"page",
	),
	en: flatten(
		{ terms: termsEn(FACTS), privacy: privacyEn(FACTS), cookies: cookiesEn(), help: helpEn },
		"page",
	),
};
const texts = (language: Language) =>
	[...MESSAGES[language], ...PAGES[language], ...flatten(busy(language), "page.busy")].filter(
		([key]) => !key.endsWith(".id"),
	);

/** Texts that may break a rule, by their reason. Each must exist and need its exemption. */
const EXEMPT = {
	ellipsis: {
		"quoted by the specification": {
			en: [
				...["Orders", "Promotions", "Slots", "Social", "Store", "Users"].map(
					(name) => `shell.loading${name}`,
				),
				...["slots.saving", "social.embedPlaceholder"],
			],
			pt: [],
		},
	},
	age: {
		"quoted by the specification": {
			en: ["promotions.legal", "page.terms.sections.6.blocks.0"],
			pt: ["account.ageAccept"],
		},
	},
	digits: {
		"numbers that somebody types": {
			en: ["errors.guessInvalid", "hunt.guess.hint"],
			pt: ["errors.guessInvalid", "hunt.guess.hint"],
		},
	},
} satisfies Record<string, Record<string, Record<Language, string[]>>>;

/** The keys of the texts that `breaks` a rule, which must be exactly the exempt ones. */
function expectRule(
	language: Language,
	breaks: (text: string, key: string) => boolean,
	exempt: Record<string, Record<Language, string[]>> = {},
	of: readonly [string, string][] = texts(language),
) {
	const found = of.filter(([key, text]) => breaks(text, key));
	const allowed = new Set(Object.values(exempt).flatMap((keys) => keys[language]));
	expect(found.filter(([key]) => !allowed.has(key))).toEqual([]);
	expect([...allowed].filter((key) => !found.some(([one]) => one === key))).toEqual([]);
}

describe.each(LANGUAGES)("the texts in %s", (language) => {
	it("have ellipses of one character", () => {
		expectRule(language, (text) => text.includes("..."), EXEMPT.ellipsis);
	});

	it("have no space before a percent sign, and no double space", () => {
		expectRule(language, (text) => /\s%|\s\s/.test(text));
	});

	it("have curly quotes, and straight apostrophes in English only", () => {
		expectRule(language, (text) =>
			language === "pt" ? /["'«»‘’]/.test(text) : /["«»‘’]|(?<![\p{L}}])'|'(?!\p{L}|\s\p{L})/u.test(text),
		);
	});

	it("write 18+", () => {
		expectRule(language, (text) => /\+\s?18/.test(text), EXEMPT.age);
	});

	it("group the digits of numbers from 1000 up", () => {
		const wrong = language === "pt" ? /\d{4}|\d[ .]\d{3}/ : /\d{4}|\d[ \u00a0]\d{3}/;
		expectRule(language, (text) => wrong.test(text), EXEMPT.digits);
	});

	it("have the language's decimal sign", () => {
		const wrong = language === "pt" ? /\d\.\d/ : /\d,\d{1,2}(?!\d)/;
		expectRule(language, (text) => wrong.test(text));
	});
});

it("the Portuguese texts say tu, and nothing Brazilian", () => {
	expectRule(
		"pt",
		(text) => /\b(você|vocês|deseja|clique|usuári[oa]s?|tela|baixar o app|cadastr\w+|senha)\b/i.test(text),
		{ "quoted by the specification": { pt: ["points.mergeQuestion"], en: [] } },
	);
});

it("the Portuguese texts have the reformed spelling", () => {
	expectRule("pt", (text) =>
		/\b(acç|actual|óptim|adopt|direct[oa]s?\b|objectiv|respectiv|seleccion|activ[oa]|correct|electr)/i.test(
			text,
		),
	);
});
