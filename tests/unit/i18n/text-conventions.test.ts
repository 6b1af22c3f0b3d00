/** The conventions of docs/texts.md, checked over all messages and page texts. */
import { readFileSync } from "node:fs";
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
	case: {
		"quoted by the specification": {
			en: [
				...["store.add", "slots.add", "slots.save", "names.slots", "orders.allOrders", "pictures.image"],
				...["lobby.title", "lobby.topWins", "lobby.comingSoon", "lobby.control", "crash.players"],
				...[
					"names.liveCrashGame",
					"promotions.legal",
					"promotions.newTitle",
					"page.terms.sections.6.blocks.0",
				],
			],
			pt: ["account.ageTitle", "account.ageAccept", "account.ageLeave", "names.slots"],
		},
		"the specified title of the page to which it leads": { en: ["shell.miniGames"], pt: [] },
		"a badge, quoted by the specification": {
			en: [],
			pt: ["lobby.singleplayer", "lobby.live", "crash.live"],
		},
		"two parts, each a sentence": { en: ["account.ageAccept", "account.ageLeave"], pt: [] },
	},
	contractions: {
		"quoted by the specification": { en: ["errors.itemUnavailable", "lobby.noTournament"], pt: [] },
	},
	glossary: {
		"quoted by the specification": {
			en: ["plinko.demoPrompt", "pictures.image"],
			pt: ["points.mergeQuestion"],
		},
		"a name in Twitch's console": {
			en: ["setup.presets.twitch.register"],
			pt: ["setup.presets.twitch.register"],
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

/** Names and abbreviations that have a capital within a sentence. */
const NAMES = {
	both: [
		...["Plateia", "Navalhas", "Plinko", "Crash", "Bonus Hunt", "Twitch", "Instagram", "Discord", "Telegram"],
		...[
			"Bits",
			"CNPD",
			"CSV",
			"GIF",
			"HTTP",
			"ID",
			"IP",
			"JPEG",
			"Kick",
			"AVIF",
			"JSON",
			"MB",
			"N",
			"OBS",
			"PNG",
			"QR",
			"RTP",
			"SHA-256",
		],
		...[
			"SRIJ",
			"Apple",
			"Google",
			"JavaScript",
			"Microsoft",
			"Mozilla",
			"URL",
			"URLs",
			"UTF-8",
			"WebP",
			"X",
			"Z",
			"A",
			"Portugal",
			"Gambling Therapy",
			"StreamElements",
			"Europe/Lisbon",
			"Admin",
		],
		...["Auth0", "Keycloak", "OpenID Connect", "API", "Action", "Website Integration", "Confidential"],
		...["Regular Web Application", "Allowed Callback URLs"],
	],
	pt: ["Incorporar", "Copiar", "RGPD", "Jogo responsável"],
	en: ["I", "I'm", "Portuguese", "English", "GDPR", "Embed", "Copy", "Responsible play", "Live", "What's"],
};

/** Capitals within a sentence, apart from names. A sentence starts at the beginning and after `.`, `!`, `?`, `:`, `…`, `“`, `|`, `·`. */
function straysIn(text: string, language: Language): string[] {
	let plain = text
		.replaceAll(/\{\{.*?\}\}|\{\w+\}/g, "x")
		.replaceAll(/`[^`]*`|\b[A-Z0-9]+(_[A-Z0-9]+)+\b|\]\([^)]*\)/g, "x");
	for (const name of [...NAMES.both, ...NAMES[language]].sort((a, b) => b.length - a.length)) {
		plain = plain.replaceAll(new RegExp(`(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`, "gu"), "x");
	}
	return [...plain.matchAll(/(?<=[^\s.!?:…“|·(]\)?[\s(]+)\p{Lu}[\p{L}'-]*/gu)].map(([word]) => word);
}

/** The terms in the column "Not" of the glossary of a language. */
function bannedTerms(language: Language): string[] {
	const doc = readFileSync("docs/texts.md", "utf8");
	const title = { pt: "## Portuguese glossary", en: "## English glossary" }[language];
	const [, table = ""] = doc.split(title);
	return (table.split("\n## ")[0] ?? "")
		.split("\n")
		.filter((line) => line.startsWith("| ") && !line.startsWith("| Thing"))
		.flatMap((line) => (line.split("|")[3] ?? "").split(","))
		.map((term) => term.trim())
		.filter((term) => term !== "");
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

	it("have sentence case", () => {
		expectRule(language, (text) => straysIn(text, language).length > 0, EXEMPT.case);
	});

	it("have no space at their ends", () => {
		expectRule(language, (text) => text !== text.trim());
	});

	it("use the names of the glossary", () => {
		const banned = bannedTerms(language);
		expect(banned.length).toBeGreaterThan(15);
		const pattern = new RegExp(`(?<![\\p{L}-])(?:${banned.join("|")})(?![\\p{L}-])`, "iu");
		// Names of placeholders and settings are no text.
		const plain = (text: string) => text.replaceAll(/\{\{.*?\}\}|\{\w+\}|`[^`]*`|\S*\/\S*|\?\S+/g, "");
		expectRule(language, (text) => pattern.test(plain(text)), EXEMPT.glossary);
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

it("the English hints begin with an example's E.g. or with the rule, never with Such as", () => {
	expectRule("en", (text) => /^such as\b/i.test(text));
	expectRule("en", (text) => /, or nothing\b/i.test(text));
	expectRule("pt", (text) => /,? ou nada\b/i.test(text));
});

it("the English messages use contractions", () => {
	expectRule(
		"en",
		(text) =>
			/\b(cannot|can not|(do|does|did|is|are|was|were|has|have|had|will|would|should) not|(?<!\b(who|as|reaching) )(it|that|there) is|(you|we) (are|will))\b/i.test(
				text,
			),
		EXEMPT.contractions,
		MESSAGES.en,
	);
});
