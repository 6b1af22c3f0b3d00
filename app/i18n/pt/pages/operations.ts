import type { Messages } from "../../messages";

export const operations: Messages["operations"] = {
	intro: "O estado do site em {{at}}. Esta página atualiza-se sozinha.",
	states: {
		well: "Está tudo bem",
		warning: "Tudo funciona, mas há algo a verificar",
		bad: "Há algo que não funciona",
	},
	weights: {
		warning: "A verificar:",
		bad: "Não funciona:",
	},
	problems: {
		databaseDown:
			"a base de dados não responde. Enquanto não responder, não se pode jogar nem resgatar nada.",
		readOnly:
			"a base de dados não aceita escritas; o disco pode estar cheio. As páginas podem ser lidas e os pontos ficam como estão.",
		liveStuck: "o Crash ao vivo não consegue guardar a ronda. Continua a tentar, e as apostas estão seguras.",
		soloStuck:
			"o Crash a solo não consegue guardar as rondas. Continua a tentar, e as apostas estão seguras. Jogos: {{count, number}}.",
		providerAway: "o serviço de autenticação ainda não respondeu desde o arranque: ninguém consegue entrar.",
		shedding:
			"há mais pedidos HTTP do que o servidor aguenta. Recusados no último minuto: {{count, number}}.",
		failing: "há pedidos HTTP a falhar. No último minuto: {{count, number}}.",
		rolesUnreadable:
			"não é possível ler as funções que o serviço de autenticação envia, por isso não tornam ninguém administrador. Em docs/sign-in.md está como têm de ser enviadas.",
		slow: "algumas páginas demoram mais de um segundo.",
		stalling: "o servidor bloqueia por momentos e responde com atraso.",
		botFailing:
			"há mensagens ao bot de resgates que não foi possível entregar: {{count, number}}. Nos pedidos vês porquê e podes enviá-las de novo.",
		botSlow:
			"há mensagens à espera do bot de resgates há mais de 15 minutos: {{count, number}}. O bot pode estar em baixo.",
		backupsOff: "não há cópias de segurança. Liga-as nas definições.",
		backupLate: "a última cópia de segurança é demasiado antiga, ou não há nenhuma.",
		diskLow: "o disco está quase cheio. Restam {{count, number}} MB.",
		logLong: "o registo de escrita da base de dados cresceu até {{count, number}} MB.",
		memoryLow: "a memória do servidor está quase esgotada.",
		filesLow: "estão abertos quase tantos ficheiros e ligações quantos o sistema permite: {{count, number}}.",
		errors: "houve erros registados nos últimos 15 minutos; vê em baixo. Tipos: {{count, number}}.",
	},
	groups: {
		visitors: "Visitantes",
		games: "Jogos",
		services: "Serviços",
		machine: "Servidor",
	},
	figures: {
		tabs: "Separadores abertos",
		requests: "Pedidos HTTP no último minuto",
		requestP50: "Tempo de resposta (p50)",
		requestP99: "Tempo de resposta (p99)",
		failed: "Falhados no último minuto",
		shed: "Recusados no último minuto",
		liveCrash: "Crash ao vivo",
		liveBets: "Apostas na ronda",
		soloGames: "Jogos de Crash a solo em curso",
		bets: "Apostas no último minuto",
		staked: "Pontos apostados no último minuto",
		entries: "Movimentos de pontos no último minuto",
		signIns: "Inícios de sessão desde o arranque",
		signInsFailed: "Inícios de sessão falhados desde o arranque",
		outbox: "Mensagens à espera do bot de resgates",
		outboxFailed: "Mensagens não entregues",
		backup: "Idade da última cópia de segurança",
		uptime: "A funcionar há",
		lag: "Atraso do servidor (p99)",
		memory: "Memória",
		heapLimit: "Limite de memória (heap)",
		database: "Base de dados",
		diskFree: "Livre no disco",
		version: "Versão",
	},
	off: "Desligado",
	noneYet: "Ainda nenhuma",
	phases: {
		off: "Desligado",
		resting: "Entre duas rondas",
		waiting: "A aceitar apostas",
		flying: "A voar",
		crashed: "Crash",
	},
	events: "Avisos no registo",
	eventsIntro:
		"Desde o arranque, os mais recentes primeiro. O significado de cada evento, e o que fazer, está em docs/operations.md; a referência ajuda a encontrar as linhas no registo.",
	noEvents: "Nenhum desde o arranque.",
	event: "Evento",
	level: "Tipo",
	times: "Ocorrências",
	lastAt: "Último",
	request: "Referência",
	error: "Erro",
	warning: "Aviso",
};
