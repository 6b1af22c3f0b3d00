/** The conventions of docs/texts.md that a program can check, over all messages and page texts. */
import { describe, expect, it } from "vitest";
import { en } from "~/i18n/en";
import { LANGUAGES, type Language } from "~/i18n/languages";
import { pt } from "~/i18n/pt";
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
	hasReceivers: true,
	hostPrefix: "",
};

/** `key.of.a.text` -> text, also of lists. */
const flatten = (tree: unknown, path: string): [string, string][] =>
	typeof tree === "string"
		? [[path, tree]]
		: Object.entries(tree as object).flatMap(([key, value]) => flatten(value, `${path}.${key}`));

const TEXTS: Record<Language, [string, string][]> = {
	pt: flatten([pt, termsPt(FACTS), privacyPt(FACTS), cookiesPt(), helpPt], "pt"),
	en: flatten([en, termsEn(FACTS), privacyEn(FACTS), cookiesEn(), helpEn], "en"),
};

/** What no text contains, apart from those that the specification quotes and numbers that somebody types. */
const RULES: [rule: string, wrong: Partial<Record<Language, RegExp>>, exempt?: RegExp][] = [
	["ellipses of one character", { pt: /\.\.\./, en: /\.\.\./ }, /\.(loading\w+|saving|examples\.embedCode)$/],
	["no space before a percent sign, and no double space", { pt: /\s%|\s\s/, en: /\s%|\s\s/ }],
	[
		"curly quotes, and straight apostrophes in English only",
		{ pt: /["'«»‘’]/, en: /["«»‘’]|(?<![\p{L}}])'|'(?!\p{L}|\s\p{L})/u },
	],
	["digits grouped from 1000 up", { pt: /\d{4}|\d[ .]\d{3}/, en: /\d{4}|\d[ \u00a0]\d{3}/ }, /guess/],
	["the language's decimal sign", { pt: /\d\.\d/, en: /\d,\d{1,2}(?!\d)/ }],
	[
		"tu, and nothing Brazilian",
		{ pt: /\b(você|vocês|deseja|clique|usuári[oa]s?|tela|baixar o app|cadastr\w+|senha)\b/i },
		/\.mergeQuestion$/,
	],
	[
		"the reformed spelling",
		{
			pt: /\b(acç|actual|óptim|adopt|direct[oa]s?\b|objectiv|respectiv|seleccion|activ[oa]|correct|electr)/i,
		},
	],
];

describe.each(LANGUAGES)("the texts in %s", (language) => {
	it.each(RULES)("have %s", (_rule, wrong, exempt = /^$/) => {
		const found = TEXTS[language].filter(
			([key, text]) => wrong[language]?.test(text) && !key.endsWith(".id") && !exempt.test(key),
		);
		expect(found).toEqual([]);
	});
});
