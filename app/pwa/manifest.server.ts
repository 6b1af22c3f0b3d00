import { DEFAULT_LANGUAGE, type Language } from "~/i18n/languages";

interface Named {
	name: string;
	/** In the default language; may be empty. */
	description: string;
}

/** Maximum length of a name under an icon; phones cut longer ones. */
const SHORT_NAME = 12;

/** Colours of the dark theme, which is the default. */
const COLOUR = "#0f0e13";

/** The first words that fit; at least one. */
function shortened(name: string): string {
	const [first = name, ...words] = name.split(" ");
	let short = first;
	for (const word of words) {
		if (short.length + 1 + word.length > SHORT_NAME) break;
		short += ` ${word}`;
	}
	return short;
}

/**
 * The web app manifest. Browsers request it without cookies, so it is in the default language.
 */
export function manifestOf({ name, description }: Named) {
	const language: Language = DEFAULT_LANGUAGE;
	return {
		id: "/",
		name,
		short_name: shortened(name),
		...(description && { description }),
		lang: language,
		start_url: "/",
		scope: "/",
		display: "standalone",
		background_color: COLOUR,
		theme_color: COLOUR,
		icons: [
			{ src: "/icons/192.png", sizes: "192x192", type: "image/png", purpose: "any" },
			{ src: "/icons/512.png", sizes: "512x512", type: "image/png", purpose: "any" },
			{ src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
		],
	};
}
