import type { Messages } from "../messages";

export const account: Messages["account"] = {
	failedTitle: "Não iniciaste sessão",
	failed: {
		cancelled: "Saíste antes de o início de sessão terminar. Não mudou nada.",
		expired: "Este início de sessão demorou demasiado ou começou noutra janela. Começa de novo.",
		provider:
			"O serviço de início de sessão não está a responder. Podes ver o site e tentar de novo daqui a pouco.",
		refused: "O serviço de início de sessão enviou uma resposta em que não podemos confiar, e não a usámos.",
		busy: "Há demasiados inícios de sessão a partir da tua ligação. Espera um minuto e tenta de novo.",
		storage:
			"O site não consegue guardar nada neste momento. Podes ver o site e tentar de novo daqui a minutos.",
	},
	ageTitle: "Aviso Legal",
	ageText:
		"Este site destina-se a adultos, com 18 anos ou mais. Mostra jogos de fortuna e azar e tem ligações para eles. O jogo tem riscos: pode criar dependência e levar-te a perder mais do que podes.",
	ageTruth: "Os pontos que aqui tens são virtuais. Não têm valor monetário.",
	ageAccept: "Tenho +18 — Entrar",
	ageLeave: "Tenho menos de 18 — Sair",
};
