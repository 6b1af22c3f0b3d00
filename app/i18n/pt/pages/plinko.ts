import type { Messages } from "../../messages";

export const plinko: Messages["plinko"] = {
	entryName: "{{plinkoShort}}",
	stake: "Aposta por bola",
	balls: "Bolas",
	fewer: "Menos uma bola",
	more: "Mais uma bola",
	quick_one: "{{count}} bola",
	quick_other: "{{count}} bolas",
	risk: "Risco",
	riskHigh: "Alto",
	bet: "Largar",
	maxWin: "Ganho máximo: {{points}} por bola",
	dropping_one: "A largar {{count}} bola",
	dropping_other: "A largar {{count}} bolas",
	keys: "Espaço: largar. ↑ ↓: bolas. ← →: aposta.",
	stage: "O tabuleiro",
	thisRound: "Esta ronda",
	rounds_one: "{{count}} ronda",
	rounds_other: "{{count}} rondas",
	finish: "Terminar já",
	wins: { 2: "Boa!", 10: "Grande ganho!", 26: "Que loucura!", 100: "Lendário!" },
	winPoints_one: "{{count, number}} ponto",
	winPoints_other: "{{count, number}} pontos",
	board: "Tabuleiro do {{plinkoShort}}: 14 filas de pinos sobre 15 casas",
	landed_one: "{{count}} bola na casa {{slot}}, que paga {{multiplier}}",
	landed_other: "{{count}} bolas na casa {{slot}}, que paga {{multiplier}}",
	results: "Os teus resultados",
	noResults: "Ainda sem resultados. Larga umas bolas!",
	ball: "Bola",
	slot: "Casa",
	ballsDropped: "Bolas largadas",
	howToText:
		"Escolhe a aposta por bola (10, 20, 50 ou 100 pontos) e quantas bolas queres largar: 1, 5, 10, 25, 50 ou qualquer número entre 1 e 50. Cada bola custa uma aposta. Depois é só largá-las.",
	objectiveText:
		"Cada bola cai numa de 15 casas. A casa paga a aposta vezes o seu multiplicador, arredondado para baixo a pontos inteiros. As das extremidades são as que mais pagam e as que menos saem.",
	fairText:
		"O resultado está decidido antes de a bola se mexer. O servidor sorteia a casa de cada bola com uma semente com que já se tinha comprometido e com a tua semente; a queda que vês só o mostra. Podes verificar todas as rondas.",
	rtpText:
		"O jogo anuncia um RTP de {{stated}}. Calculado pela tabela, é exatamente {{exact}}: de cada 10 000 pontos apostados, voltam em média 9 955.",
	conditionsText:
		"Os pontos não têm valor monetário. Uma avaria do jogo anula todas as jogadas e pagamentos dessa ronda. Os ganhos contam assim que a ronda é fechada, mesmo que feches a página antes de as bolas caírem.",
	formulaBalls: "Cada 4 bytes são um número N, big-endian: oito números por bloco, um por bola.",
	formulaSlot:
		"N ÷ 2³² é um número de 0 a 1. A casa da bola é a primeira cuja probabilidade acumulada é maior.",
};
