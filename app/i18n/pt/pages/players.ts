import type { Messages } from "../../messages";

export const players: Messages["players"] = {
	leaders: "Classificação",
	measure: "Ordenar por",
	by: { win: "Maior ganho", multiplier: "Melhor multiplicador" },
	span: "Período",
	spans: { today: "Hoje", week: "7 dias", month: "30 dias", all: "Desde sempre" },
	noLeaders: "Ainda ninguém ganhou nada neste período. O primeiro lugar está livre.",
	reminder: "Já estás a jogar há um bom bocado. Que tal uma pequena pausa?",
	toCare: "Jogo responsável",
	title: "Jogador",
	toLobby: "Classificação",
	none: "Aqui não há nenhuma página",
	noneText: "Ninguém tem este nome, ou a página não é pública.",
	points: "pontos",
	since: "membro desde",
	biggestWins: "Maiores ganhos",
	noWins: "Ainda sem ganhos.",
	showsNothing: "Este jogador prefere não mostrar mais nada.",
	ownTitle: "A tua página de jogador",
	ownIntro:
		"Uma página sobre ti que toda a gente pode abrir, se quiseres. Ninguém a vê enquanto não a ligares.",
	choices: "O que os outros podem ver",
	switches: {
		isPublic: "A minha página é pública",
		showsPoints: "Os meus pontos",
		showsWins: "Os meus maiores ganhos",
		showsSince: "Membro desde",
	},
	hints: {
		isPublic:
			"O teu nome na classificação passa a abrir esta página e aparece aos outros no {{liveCrashShort}}, se lá não escolheres outra coisa. Enquanto não a ligares, nada do que está abaixo é mostrado.",
		showsPoints: "O teu saldo no momento em que alguém vê a página.",
		showsWins: "Os cinco maiores, com o jogo e a altura.",
		showsSince: "O dia da tua primeira visita com conta.",
	},
	save: "Guardar",
	preview: "É assim que fica",
	isPublic: "Toda a gente pode ver esta página em",
	isPrivate: "Só tu vês isto. Os outros não encontram aqui nenhuma página.",
	isHidden: "A equipa escondeu o teu nome: os outros leem “Anónimo” e não encontram aqui nenhuma página.",
};
