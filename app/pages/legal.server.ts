import type { Channel } from "~/channel/channel";
import { formatDate, formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { compose, type WrittenPage } from "./compose.server";
import { cookiesEn } from "./cookies.en.server";
import { cookiesPt } from "./cookies.pt.server";
import { type FactSettings, type Facts, factsOf } from "./facts.server";
import { privacyEn } from "./privacy.en.server";
import { privacyPt } from "./privacy.pt.server";
import { termsEn } from "./terms.en.server";
import { termsPt } from "./terms.pt.server";
import type { TextPage } from "./text";

export type LegalPage = "terms" | "privacy" | "cookies";

const WRITTEN: Record<LegalPage, Record<Language, (facts: Facts) => WrittenPage>> = {
	terms: { pt: termsPt, en: termsEn },
	privacy: { pt: privacyPt, en: privacyEn },
	cookies: { pt: cookiesPt, en: cookiesEn },
};

export const isLegalPage = (name: string): name is LegalPage => Object.hasOwn(WRITTEN, name);

/** How to contact the channel: by e-mail if an admin has set an address, else on its other platforms. */
const CONTACT = {
	email: "[{email}](mailto:{email})",
	social: {
		pt: "as [redes sociais](/social) do canal",
		en: "the channel's [social networks](/social)",
	},
};

interface Site {
	config: FactSettings & Pick<Config, "LEGAL_DATE">;
	channel: () => Pick<Channel, "name" | "contactEmail">;
}

/** The date on which each text was last changed; a test compares it with the text. */
export const REVISIONS: Record<LegalPage, string> = {
	terms: "2026-11-26",
	privacy: "2026-11-26",
	cookies: "2026-11-26",
};

/**
 * Composes a legal text with the facts of this site.
 * @returns the text, and the date of its last change, or LEGAL_DATE, written in the language.
 */
export function readLegalPage(
	{ config, channel }: Site,
	page: LegalPage,
	language: Language,
): { page: TextPage; updated: string } {
	const facts = factsOf(config, channel());
	const contact = facts.email ? CONTACT.email : CONTACT.social[language];
	const text = compose(
		WRITTEN[page][language](facts),
		{ contact },
		{
			name: facts.name,
			email: facts.email,
			signInService: facts.signInService,
			hostPrefix: facts.hostPrefix,
			collector: facts.collector ?? "",
			pointsProvider: facts.pointsProvider ?? "",
			startingPoints: formatPoints(config.STARTING_POINTS, language),
		},
	);
	return { page: text, updated: formatDate(config.LEGAL_DATE ?? REVISIONS[page], language) };
}
