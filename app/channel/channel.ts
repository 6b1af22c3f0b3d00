import { type Language, otherLanguages } from "~/i18n/languages";

/** The same text in each language; any may be empty. */
export type Texts = Readonly<Record<Language, string>>;
export const NO_TEXTS: Texts = { pt: "", en: "" };

/** The ways in which solo flights can be drawn; the games have them by these names. */
export const SOLO_DRAW_NAMES = ["table", "even"] as const;

/** What admins say of their channel. */
export interface Channel {
	name: string;
	tagline: Texts;
	/** An address, or the name of a file in the site's image folder; empty for the site's own emblem. */
	profileImage: string;
	/** What the channel says of itself; an empty line parts paragraphs. */
	about: Texts;
	/** Who the legal texts name; empty until an admin has set it. */
	contactEmail: string;
	/** How solo flights are drawn, from the next one on. */
	soloDraw: (typeof SOLO_DRAW_NAMES)[number];
	/** Grows with each edit. */
	revision: number;
}

/** Letters. */
export const LONGEST = { name: 40, tagline: 300, about: 5000, contactEmail: 254, image: 2000 } as const;

/** What a site says before its admins have said anything. */
export const UNSET: Omit<Channel, "soloDraw"> = {
	name: "Plateia",
	tagline: {
		pt: "A casa da comunidade do canal: vê a emissão, junta pontos, joga os minijogos e partilha os grandes momentos.",
		en: "The community home of the channel: watch the stream, gather points, play mini games and share the big moments.",
	},
	profileImage: "",
	about: {
		pt: "Este é o sítio onde a comunidade do canal se encontra quando a emissão acaba.\n\nAqui juntas pontos, jogas os minijogos, trocas o que ganhaste na loja e acompanhas os bonus hunts em direto. Entra, escolhe um lugar na plateia e fica à vontade.",
		en: "This is where the channel's community meets when the stream is over.\n\nGather points, play the mini games, turn what you won into things from the store and follow the bonus hunts live. Come in, take a seat and make yourself at home.",
	},
	contactEmail: "",
	revision: 0,
};

/** A text in the asked language or, if it was never written, in the first other one that it was written in. */
export function textIn(texts: Texts, language: Language): { text: string; language: Language } {
	const shown = [language, ...otherLanguages(language)].find((one) => texts[one]) ?? language;
	return { text: texts[shown], language: shown };
}

export const paragraphsOf = (text: string): string[] =>
	text
		.split(/\n\s*\n/)
		.map((paragraph) => paragraph.trim())
		.filter((paragraph) => paragraph !== "");
