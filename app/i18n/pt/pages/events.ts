import type { Messages } from "../../messages";

export const events: Messages["events"] = {
	title: "Eventos",
	intro: "O que está a acontecer na comunidade.",
	kinds: {
		tournament: {
			title: "Torneios",
			more: "Todos os torneios",
			none: "De momento não há nenhum torneio.",
		},
		raffle: { title: "Sorteios", more: "Todos os sorteios", none: "De momento não há nenhum sorteio." },
		prediction: {
			title: "Previsões",
			more: "Todas as previsões",
			none: "De momento não há nenhuma previsão.",
		},
	},
};
