import { type Language, otherLanguages } from "~/i18n/languages";

/** A text in each language; any may be empty. */
export type Texts = Readonly<Record<Language, string>>;
export const NO_TEXTS: Texts = { pt: "", en: "" };

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
	/** Increases by one with each edit. */
	revision: number;
}

/** Maximum lengths in characters. */
export const MAX_LENGTH = { name: 40, tagline: 300, about: 5000, contactEmail: 254, image: 2000 } as const;

/** The settings until an admin edits them. */
export const UNSET: Channel = {
	name: "Plateia",
	tagline: {
		pt: "A casa da comunidade do canal: vê o direto, junta pontos, joga os minijogos e partilha os grandes momentos.",
		en: "The channel's community home: watch the stream, earn points, play mini games and share the big moments.",
	},
	profileImage: "",
	about: {
		pt: "Este é o sítio onde a comunidade do canal se encontra quando o direto acaba.\n\nAqui juntas pontos, jogas os minijogos, trocas o que ganhaste na loja e acompanhas os bonus hunts em direto. Entra, escolhe um lugar na plateia e fica à vontade.",
		en: "This is where the channel's community meets when the stream is over.\n\nEarn points, play the mini games, swap what you've won for rewards in the store and follow the bonus hunts live. Come in, take a seat and make yourself at home.",
	},
	contactEmail: "",
	twitchLogin: "",
	nextStream: "",
	revision: 0,
};

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
