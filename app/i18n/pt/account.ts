import type { Messages } from "../messages";

export const account: Messages["account"] = {
	ageTitle: "Aviso Legal",
	ageText:
		"Este site é só para adultos, com 18 anos ou mais. Mostra jogos de fortuna ou azar e tem ligações para eles. O jogo tem riscos: pode criar dependência e levar-te a perder mais do que te podes permitir.",
	ageTruth: "Os pontos que aqui tens são virtuais. Não têm valor monetário.",
	ageAccept: "Tenho +18 — Entrar",
	ageLeave: "Tenho menos de 18 — Sair",
};
