import type { Messages } from "../../messages";

export const wheel: Messages["wheel"] = {
	segment: "Segmento",
	spin: "Girar",
	spinning: "A girar…",
	stake: "Aposta",
	maxWin: "Ganho máximo: {{points}}",
	keys: "Espaço: girar. ← →: aposta.",
	stage: "A roda",
	stageText: "Uma roda com {{count}} segmentos. O ponteiro está em {{multiplier}}.",
	stageEmpty: "Uma roda com {{count}} segmentos.",
	segments: "Segmentos",
	spins: "Voltas",
	howToText: "Escolhe a aposta (20, 50, 100 ou 200 pontos) e gira a roda.",
	objectiveText:
		"A roda tem 50 segmentos, todos com a mesma probabilidade. O que fica no ponteiro paga a aposta vezes o seu multiplicador. Uma ronda paga no máximo 2 000 pontos.",
	rtpText:
		"O RTP é de exatamente 99% em todas as apostas disponíveis: os multiplicadores dos 50 segmentos somam 49,5. Os pagamentos são sempre números inteiros de pontos, por isso nada é arredondado.",
	formulaSegment:
		"Divide-se N por 85 899 345 e arredonda-se para baixo: dá um número inteiro de 0 a 49, todos com a mesma probabilidade. Se N for 4 294 967 250 ou mais, usa-se o número seguinte. O resultado 0 é o segmento 1, e os seguintes contam-se no sentido dos ponteiros do relógio.",
};
