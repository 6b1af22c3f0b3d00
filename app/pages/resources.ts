import type { Language } from "~/i18n/languages";

interface Resource {
	name: string;
	href: Readonly<Record<Language, string>>;
}

/** External help for people who gamble. The first is the main resource of the help page. */
export const RESOURCES = {
	"gambling-therapy": {
		name: "Gambling Therapy",
		href: { pt: "https://www.gamblingtherapy.org/pt-pt/", en: "https://www.gamblingtherapy.org/" },
	},
	"linha-vida": { name: "Linha Vida 1414", href: inBoth("https://www.icad.pt") },
	"jogo-responsavel": { name: "Jogo Responsável", href: inBoth("https://jogoresponsavel.pt") },
	iaj: { name: "Instituto de Apoio ao Jogador", href: inBoth("https://www.iaj.pt") },
	srij: { name: "SRIJ", href: inBoth("https://www.srij.turismodeportugal.pt") },
} satisfies Record<string, Resource>;
export type ResourceKey = keyof typeof RESOURCES;

export const isResource = (key: string): key is ResourceKey => Object.hasOwn(RESOURCES, key);

function inBoth(href: string): Resource["href"] {
	return { pt: href, en: href };
}
