import type { Messages } from "../../messages";

export const translations: Messages["translations"] = {
	in: { pt: "Em português (opcional)", en: "Em inglês (opcional)" },
	languages: { pt: "português", en: "inglês" },
	hint: "O que ficar em branco aparece como está escrito acima.",
};
