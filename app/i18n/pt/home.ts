import type { Messages } from "../messages";

export const home: Messages["home"] = {
	store: "Abrir a loja",
	play: "Jogar os minijogos",
	links: "Segue o canal",
	profileAlt: "Imagem de perfil de {{name}}",
	platform: {
		twitch: "Twitch",
		instagram: "Instagram",
		discord: "Discord",
		telegram: "Telegram",
	},
};
