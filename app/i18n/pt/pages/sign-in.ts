import type { Messages } from "../../messages";

export const signIn: Messages["signIn"] = {
	failedTitle: "Não iniciaste sessão",
	failed: {
		cancelled: "Saíste antes de terminares o início de sessão. Não mudou nada.",
		expired: "O início de sessão demorou demasiado ou começou noutra janela. Começa de novo.",
		provider:
			"O serviço de autenticação não está a responder. Podes ir vendo o site e tentar de novo daqui a pouco.",
		clock:
			"O relógio deste site e o do serviço de autenticação diferem em cerca de {{minutes, number}} minutos, por isso ninguém consegue entrar. Avisa quem gere o site.",
		refused:
			"A resposta do serviço de autenticação não é de confiança, por isso não a usámos. Tenta de novo.",
		storage:
			"O site não consegue guardar nada neste momento. Podes ir vendo o site e tentar de novo daqui a uns minutos.",
	},
};
