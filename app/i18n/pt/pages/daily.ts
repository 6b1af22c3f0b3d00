import type { Messages } from "../../messages";

export const daily: Messages["daily"] = {
	title: "Bónus diário",
	rule_one: "{{count, number}} ponto uma vez por dia.",
	rule_other: "{{count, number}} pontos uma vez por dia.",
	streak_one: "Cada dia seguido dá mais {{step}}.",
	streak_other: "Cada dia seguido dá mais {{step}}, até ao dia {{count}}.",
	breaks: "Se fizeres uma pausa em “Jogo responsável”, não perdes a sequência.",
	day: "Dia {{day}}",
	week: "Os dias da tua sequência",
	today: "Hoje",
	box: {
		collected: "Dia {{day}}: recebido",
		collectedToday: "Dia {{day}}, hoje: recebido",
		today: "Dia {{day}}, hoje: {{points}}",
		later: "Dia {{day}}: {{points}}",
	},
	collect_one: "Receber {{count, number}} ponto",
	collect_other: "Receber {{count, number}} pontos",
	collected_one: "Recebeste {{count, number}} ponto hoje. Amanhã: {{tomorrow}}.",
	collected_other: "Recebeste {{count, number}} pontos hoje. Amanhã: {{tomorrow}}.",
	collectedFull: "Recebido, mas sem pontos: já tinhas chegado ao limite de hoje. Amanhã: {{tomorrow}}.",
	paused: "O bónus fica suspenso durante a tua pausa. Não perdes a sequência.",
	signIn: "Entra para o receberes",
};
