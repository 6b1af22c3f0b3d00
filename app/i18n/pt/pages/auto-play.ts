import type { Messages } from "../../messages";

export const autoPlay: Messages["autoPlay"] = {
	title: "Jogo automático",
	hint: "Repete esta aposta até chegar a um destes limites, e só enquanto estás a ver.",
	fields: {
		rounds: "Rondas",
		maxLoss: "Parar antes de perder mais de (pontos)",
		stopWin: "Parar depois de um ganho de pelo menos (pontos), ou deixa em branco",
	},
	faults: {
		rounds: "Um número inteiro de 1 a {{max}}.",
		maxLoss: "Um número inteiro, no mínimo o custo de uma ronda: {{cost, number}}.",
		stopWin: "Um número inteiro a partir de 1, ou deixa em branco.",
	},
	start: "Começar",
	stop: "Parar",
	round: "Ronda {{number}} de {{rounds}}",
	played: "{{played}} de {{rounds}} rondas",
	stops: {
		rounds: "As rondas acabaram.",
		loss: "Na próxima ronda podias perder mais do que permitiste.",
		win: "Chegaste ao ganho que querias.",
		refused: "A aposta foi recusada.",
		restricted: "Agora não podes apostar.",
		reminder: "Tens um lembrete para fazeres uma pausa: fecha-o primeiro.",
		hidden: "O jogo deixou de estar à vista.",
		player: "Paraste o jogo automático.",
	},
	needsTarget: "Liga primeiro o levantamento automático.",
};
