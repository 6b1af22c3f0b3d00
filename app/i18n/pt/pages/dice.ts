import type { Messages } from "../../messages";

export const dice: Messages["dice"] = {
	roll: "Lançamento",
	rollNow: "Lançar",
	rolling: "A lançar…",
	stake: "Aposta",
	side: "O número tem de ficar",
	over: "Acima de {{target}}",
	under: "Abaixo de {{target}}",
	chance: "Probabilidade de ganhar",
	choice: "{{percent}} · paga {{multiplier}}",
	win: "Se ganhares, recebes {{points}}",
	tooHigh: "O ganho máximo é de {{max}}. Baixa a aposta ou escolhe uma probabilidade maior.",
	keys: "Espaço: lançar. ↑ ↓: probabilidade. ← →: aposta.",
	stage: "Os dados",
	stageText: "Ganhas se o número ficar: {{side}}. O último foi {{roll}}.",
	stageEmpty: "Ganhas se o número ficar: {{side}}.",
	rolls: "Lançamentos",
	result: {
		over: "Saiu {{roll}}, era preciso acima de {{target}}",
		under: "Saiu {{roll}}, era preciso abaixo de {{target}}",
	},
	howToText:
		"Escolhe a aposta (5, 10, 25, 50, 100 ou 250 pontos), a probabilidade de ganhar e se o número tem de ficar acima ou abaixo do que é indicado. Depois é só lançar.",
	objectiveText:
		"Em cada lançamento sai um número de 0,00 a 99,99. Se ficar do teu lado, recebes a aposta vezes o multiplicador da tua probabilidade: quanto menor a probabilidade, mais paga. Uma ronda paga no máximo 500 pontos.",
	rtpText:
		"O RTP é exatamente 99%, em todas as apostas e com todas as probabilidades disponíveis: um ganho paga 99 a dividir pela probabilidade em percentagem, e dá sempre um número inteiro de pontos, por isso nada é arredondado. Não se aceitam apostas que possam pagar mais de 500 pontos.",
	formulaRoll:
		"Divide-se N por 429 496 e arredonda-se para baixo: dá um número inteiro de 0 a 9 999, todos exatamente com a mesma probabilidade. Se N for 4 294 960 000 ou mais, usa-se o número seguinte. O lançamento é a centésima parte do resultado.",
};
