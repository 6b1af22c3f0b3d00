import type { Messages } from "../../messages";

export const legal: Messages["legal"] = {
	texts: "Textos legais",
	updated: "Última atualização: {{date}}",
	about: "Sobre mim",
	moreOf: "Mais do canal",
	contents: "Nesta página",
};
