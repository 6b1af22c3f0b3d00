import type { WrittenHelp } from "./written-help";

export const helpPt: WrittenHelp = {
	title: "Que seja sempre só um jogo",
	intro:
		"O jogo pode deixar de ter graça sem dares por isso. Se é o que se passa contigo, ou com alguém que te é próximo, não estás só e a culpa não é de ninguém. Há quem te ouça, de graça e com confidencialidade.",
	main: {
		text: "Apoio para quem o jogo prejudicou, em qualquer país e em muitas línguas, incluindo o português: conselhos de profissionais, grupos e ferramentas para parar. É de uma instituição de solidariedade, não custa nada e não precisas de dizer quem és.",
		learnMore: "Saber mais",
	},
	near: {
		title: "Em Portugal",
		text: "Quem vive em Portugal também tem ajuda por perto.",
		call: "Ligar {telephone}",
		visit: "Site",
		resources: [
			[
				"linha-vida",
				"A linha telefónica nacional para as dependências, incluindo a do jogo. Gratuita, anónima e atendida por psicólogos.",
			],
			["iaj", "Linha de ajuda e terapia para jogadores e famílias, por uma equipa especializada."],
			["jogo-responsavel", "Informação sobre o jogo e os seus riscos, e onde encontrar ajuda."],
			[
				"srij",
				"O regulador. Com a autoexclusão, ficas impedido de jogar em todos os sites de jogo licenciados do país, de uma só vez.",
			],
		],
	},
	signs: {
		title: "Quando é mais do que um jogo",
		text: "Estes são motivos para falares com alguém:",
		items: [
			"Jogas com dinheiro destinado a outra coisa, ou que tiveste de pedir emprestado.",
			"Continuas a jogar para recuperar o que perdeste.",
			"Precisas de apostas cada vez maiores para sentir o mesmo.",
			"Escondes quanto jogas, ou mentes sobre isso.",
			"Ficas inquieto ou irritado quando não podes jogar.",
			"Jogas para esquecer preocupações e ficas com mais.",
			"O sono, o trabalho, os estudos ou as pessoas de quem gostas ficam para segundo plano.",
		],
	},
	tips: {
		title: "O que ajuda a manter o controlo",
		items: [
			"Decide um valor e um tempo antes de começares, e para assim que atingires um deles.",
			"Encara o que apostas como o preço de uma saída à noite, e não como forma de ganhar dinheiro: a longo prazo, ganha a casa.",
			"Nunca corras atrás do que perdeste. A ronda seguinte não sabe nada da anterior.",
			"Não jogues quando estás triste, zangado, cansado ou depois de beber.",
			"Ver alguém ganhar muito num direto é a exceção. O que vês é entretenimento, não um plano.",
		],
	},
	care: {
		title: "Neste site",
		text: "Os pontos não têm valor monetário e, mesmo assim, jogar com eles pode tornar-se demasiado. Com uma conta podes definir um limite diário de perdas ou fazer uma pausa de um dia, uma semana ou um mês. Tem efeito imediato; para o aliviar é preciso esperar um dia, para que não seja um mau momento a decidir.",
		link: "Definir um limite ou fazer uma pausa",
		signIn: "Entrar para definir um limite",
	},
};
