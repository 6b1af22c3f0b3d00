import type { Messages } from "../../messages";

export const standalone: Messages["standalone"] = {
	busy: "Muito movimento agora",
	back: "Voltamos já",
	causes: {
		busy: "O site está muito concorrido e não consegue responder a todos. Tenta de novo daqui a uns segundos.",
		moving: "Esta parte do site está a reiniciar. Tenta de novo daqui a uns segundos.",
		away: "O site não consegue aceder à base de dados neste momento. Os teus pontos estão seguros. Tenta de novo daqui a uns segundos.",
	},
	signInLater:
		"Há muita gente a iniciar sessão neste momento. A tua vez chega daqui a cerca de {{seconds}} segundos: deixa esta página aberta, que o início de sessão continua sozinho.",
	offline: "Estás sem ligação",
	offlineText:
		"O site precisa de internet. Os teus pontos e os teus pedidos estão guardados: volta a tentar quando tiveres rede.",
};
