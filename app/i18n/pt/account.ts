import type { Messages } from "../messages";

export const account: Messages["account"] = {
	failedTitle: "Não iniciaste sessão",
	failed: {
		cancelled: "Saíste antes de terminares o início de sessão. Não mudou nada.",
		expired: "O início de sessão demorou demasiado ou começou noutra janela. Começa de novo.",
		provider:
			"O serviço de autenticação não está a responder. Podes ir vendo o site e tentar de novo daqui a pouco.",
		refused:
			"A resposta do serviço de autenticação não é de confiança, por isso não a usámos. Tenta de novo.",
		busy: "Há demasiados inícios de sessão a partir da tua ligação. Espera um minuto e tenta de novo.",
		storage:
			"O site não consegue guardar nada neste momento. Podes ir vendo o site e tentar de novo daqui a uns minutos.",
	},
	ageTitle: "Aviso Legal",
	ageText:
		"Este site é só para adultos, com 18 anos ou mais. Mostra jogos de fortuna ou azar e tem ligações para eles. O jogo tem riscos: pode criar dependência e levar-te a perder mais do que te podes permitir.",
	ageTruth: "Os pontos que aqui tens são virtuais. Não têm valor monetário.",
	ageAccept: "Tenho +18 — Entrar",
	ageLeave: "Tenho menos de 18 — Sair",
};
