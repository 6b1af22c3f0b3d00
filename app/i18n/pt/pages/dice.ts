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
	stageText: "Para ganhar: {{side}}. Último número: {{roll}}.",
	stageEmpty: "Para ganhar: {{side}}.",
	rolls: "Lançamentos",
	result: {
		over: "Saiu {{roll}}, precisavas de mais de {{target}}",
		under: "Saiu {{roll}}, precisavas de menos de {{target}}",
	},
	howToText:
		"Escolhe a aposta (5, 10, 25, 50, 100 ou 250 pontos), a probabilidade de ganhar e se o número tem de ficar acima ou abaixo do valor indicado. Depois é só lançar.",
	objectiveText:
		"Em cada lançamento sai um número de 0,00 a 99,99. Se ficar do teu lado, recebes a aposta vezes o multiplicador da probabilidade escolhida: quanto menor for, mais paga. Uma ronda paga no máximo 500 pontos.",
	rtpText:
		"O RTP é de exatamente 99% em todas as apostas e probabilidades disponíveis: se ganhares, recebes a aposta vezes 99, a dividir pela probabilidade em percentagem. Dá sempre um número inteiro de pontos, por isso nada é arredondado. Não são aceites apostas que possam pagar mais de 500 pontos.",
	formulaRoll:
		"Divide-se N por 429 496 e arredonda-se para baixo: dá um número inteiro de 0 a 9 999, todos com a mesma probabilidade. Se N for 4 294 960 000 ou mais, usa-se o número seguinte. O número que sai é o resultado a dividir por 100.",
};
