import type { Messages } from "../messages";

export const home: Messages["home"] = {
	store: "Abrir a loja",
	play: "Jogar os minijogos",
	links: "Segue o canal",
	profileAlt: "Imagem de perfil de {{name}}",
	platform: {
		twitch: "Twitch",
		instagram: "Instagram",
		discord: "Discord",
		telegram: "Telegram",
	},
};

export const lobby: Messages["lobby"] = {
	title: "Minijogos",
	intro: "Jogos rápidos com os teus pontos. Cada resultado é sorteado pelo servidor e pode ser verificado.",
	noTournament: "De momento não há nenhum torneio a decorrer. Segue-nos para ficares a par.",
	yourPoints: "Os teus pontos",
	demoHint: "Estás a ver o site como visitante: os jogos correm com 1000 pontos de demonstração.",
	topWins: "Maiores Ganhos de Hoje",
	noWins: "Ainda não há ganhos registados hoje. Sê o primeiro!",
	anonymous: "Anónimo",
	justNow: "Agora mesmo",
	minutesAgo_one: "há {{count}} min",
	minutesAgo_other: "há {{count}} min",
	hoursAgo_one: "há {{count}} h",
	hoursAgo_other: "há {{count}} h",
	games: "Jogos",
	singleplayer: "UM JOGADOR",
	live: "AO VIVO",
	inactive: "Inativo",
	comingSoon: "Em breve",
	control: "Controlo do Crash multijogador",
	start: "Iniciar",
	stop: "Parar",
	startFailed: "Não foi possível iniciar o jogo",
	stopFailed: "Não foi possível parar o jogo",
	play: "Jogar",
	minBet: "Aposta mínima",
	maxWin: "Ganho máximo",
	game: {
		plinko: {
			name: "Navalhas Plinko",
			description: "Deixa cair as bolas entre os pinos e espera pelas pontas.",
		},
		crash: { name: "Navalhas Crash", description: "Levanta os pontos antes de o voo acabar." },
		liveCrash: { name: "Navalhas Crash Ao Vivo", description: "Todos no mesmo voo, no mesmo segundo." },
		dice: { name: "Dados", description: "Acima ou abaixo: tu escolhes as probabilidades." },
		wheel: { name: "Roda da Sorte", description: "Uma volta, muitas cores." },
	},
};
