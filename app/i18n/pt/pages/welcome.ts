import type { Messages } from "../../messages";

export const welcome: Messages["welcome"] = {
	title: "Olá, {{name}}!",
	got_one: "Recebeste {{count, number}} ponto para começares.",
	got_other: "Recebeste {{count, number}} pontos para começares.",
	ready: "A tua conta está pronta.",
	steps: {
		daily: { label: "Recebe o bónus de hoje", hint: "Mais {{bonus, number}}, e amanhã há outro." },
		game: { label: "Joga um minijogo", hint: "Começa com apostas pequenas." },
		goal: { label: "Escolhe um objetivo na loja", hint: "Mostramos-te quanto falta." },
	},
};
