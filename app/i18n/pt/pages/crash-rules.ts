import type { Messages } from "../../messages";

export const crashRules: Messages["crashRules"] = {
	howTo: "Como jogar",
	howToSolo:
		"Escolhe uma aposta de pelo menos 10 pontos, de 10 em 10, e faz a aposta nos 20 segundos antes do voo; até ele começar, podes cancelá-la ou descolar já. Depois o multiplicador sobe a partir de 1,00x. Levanta antes de o voo acabar, ou deixa isso ao levantamento automático: é o servidor que o faz no teu alvo, mesmo que feches a página.",
	howToLive:
		"Vão todos no mesmo voo. Escolhe uma aposta de pelo menos 10 pontos, de 10 em 10, e faz a aposta nos 10 segundos antes do voo; até ele começar, podes cancelá-la. Levanta antes de o voo acabar, ou deixa isso ao levantamento automático: é o servidor que o faz no teu alvo, mesmo que feches a página. Durante um voo já podes apostar no seguinte.",
	objective: "Objetivo",
	objectiveText:
		"Um levantamento paga a aposta vezes o multiplicador desse momento, arredondado para baixo a pontos inteiros. Uma aposta ainda em voo quando o voo acaba perde-se. Um alvo igual ao ponto onde o voo acaba ainda ganha. Um levantamento conta a partir do momento em que chega ao servidor.",
	growth:
		"A cada 100 ms o multiplicador cresce 0,02 mais 0,3% do seu valor: chega a 2x em 4,5 s, a 5x em 14,5 s e a 10x em 26,2 s.",
	fair: "Jogo justo",
	fairSolo:
		"O ponto onde um voo acaba está decidido antes de ele começar. O servidor sorteia-o com uma semente com que já se tinha comprometido e com a tua semente. Podes verificar todos os voos em que apostaste. Os voos de demonstração são sorteados com um segredo do servidor e não podem ser verificados.",
	fairLive:
		"O ponto onde um voo acaba está decidido muito antes de ele começar: cada ronda tem um hash de uma cadeia criada uma só vez e usada de trás para a frente. A ponta da cadeia foi publicada logo no início, por isso o servidor não pode mudar nada e ninguém consegue calcular uma ronda antes de tempo. Podes verificar todos os voos.",
	fairLink: "Ver como funciona e verificar um voo",
	rtp: "Probabilidades e RTP",
	rtpStated: "O jogo anuncia um RTP de {{stated}}.",
	rtpSolo:
		"O retorno médio depende de onde levantas, como mostra a tabela, calculada pelo sorteio dos voos: o alvo com maior retorno é {{target}} ({{rtp}}).",
	rtpEven: "Calculado pelo sorteio dos voos, é esse o retorno de qualquer alvo.",
	rtpLive:
		"Qualquer alvo devolve em média 99% do que se aposta: a probabilidade de lá chegar é 99% a dividir pelo alvo.",
	chart: "Retorno médio por alvo do levantamento automático; a tabela em baixo mostra o mesmo em números",
	chartLine: "Calculado, por alvo",
	chartStated: "Anunciado: {{stated}}",
	rtpCaption: "Retorno médio com levantamento automático, sem contar os arredondamentos",
	rtpTarget: "Alvo",
	rtpChance: "Alcançado",
	rtpReturn: "Retorno",
	conditions: "Condições",
	conditionsText:
		"Os pontos não têm valor monetário. Se uma avaria ou um reinício do servidor não deixar jogar uma ronda, ela é anulada e as apostas ainda abertas são devolvidas. Um voo cujo fim já tenha sido mostrado conta sempre.",
};
