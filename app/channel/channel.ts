import { type Language, otherLanguages } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import type { SettingsOf } from "~/lib/settings.server";

/** A text in each language; any may be empty. */
export type Texts = Readonly<Record<Language, string>>;

/** The channel's settings. */
export interface Channel {
	name: string;
	tagline: Texts;
	/** An address, or the name of a file in the site's image folder; empty for the site's own emblem. */
	profileImage: string;
	/** The description; an empty line separates paragraphs. */
	about: Texts;
	/** The contact in the legal texts; empty until an admin sets it. */
	contactEmail: string;
	/** The channel's login on Twitch, in lower case; empty for none. */
	twitchLogin: string;
	/** ISO instant at which the next stream begins; empty for none. */
	nextStream: string;
}

/** The channel as the settings describe it. */
export const channelOf = (config: Pick<Config, SettingsOf<"channel">>): Channel => ({
	name: config.CHANNEL_NAME,
	tagline: { pt: config.CHANNEL_TAGLINE, en: config.CHANNEL_TAGLINE_EN },
	profileImage: config.CHANNEL_PICTURE ?? "",
	about: { pt: config.CHANNEL_ABOUT, en: config.CHANNEL_ABOUT_EN },
	contactEmail: config.CONTACT_EMAIL ?? "",
	twitchLogin: config.TWITCH_CHANNEL ?? "",
	nextStream: config.NEXT_STREAM ?? "",
});

/**
 * Returns a text in the requested language or, when it is empty, in the first language that has it, and which language
 * it is. The text is empty when every language is.
 */
export function textIn(texts: Texts, language: Language): { text: string; language: Language } {
	const found = [language, ...otherLanguages(language)].find((one) => texts[one]) ?? language;
	return { text: texts[found], language: found };
}

/** Splits a text at its empty lines, without empty paragraphs. */
export const paragraphsOf = (text: string): string[] =>
	text
		.split(/\n\s*\n/)
		.map((paragraph) => paragraph.trim())
		.filter((paragraph) => paragraph !== "");
