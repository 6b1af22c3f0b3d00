import type { Messages } from "~/i18n/messages";

export const announcements: Messages["announcements"] = {
	store: { redeemed: "{{name}} resgatou {{item}}", goal_reached: "{{name}} alcançou um objetivo: {{item}}" },
	game: { big_win: "{{name}} ganhou {{points}} em {{game}} ({{multiplier}})" },
	raffle: { opened: "Está aberto o sorteio {{title}}", drawn: "Quem ganhou o sorteio {{title}}: {{names}}" },
	tournament: {
		opened: "Já te podes inscrever no torneio {{title}}",
		started: "Começou o torneio {{title}}",
		finished: "{{name}} ganhou o torneio {{title}}",
	},
	prediction: {
		opened: "Nova previsão: {{question}}",
		locked: "Apostas fechadas: {{question}}",
		decided: "{{question}} Resultado: {{result}}",
	},
	hunt: { opened: "Começou o bonus hunt {{title}}", finished: "Acabou o bonus hunt {{title}}" },
	code: { published: "Há um código novo no direto, que vale {{points}}" },
	stream: { started: "{{channel}} está em direto" },
	slot: { requested: "{{name}} pediu {{slot}}" },
	others: "mais {{count, number}}",
};
