import type { Messages } from "../../messages";

export const care: Messages["care"] = {
	title: "Jogar com cuidado",
	intro:
		"Os jogos são para nos divertirmos. Aqui decides até onde te fazem bem, e o site cumpre a tua decisão em todos os jogos.",
	today: "Hoje",
	lostToday: "pontos perdidos hoje",
	wonToday: "pontos ganhos hoje",
	usedOfLimit: "Quanto do teu limite diário já se perdeu",
	leftToday: "Hoje ainda se podem perder até {{left}} de {{limit}} pontos.",
	noLimit: "Não tens limite diário de perdas.",
	limit: "Limite diário de perdas",
	limitText:
		"Não é aceite nenhuma aposta com a qual pudesses perder mais do que isto num dia, contado desde a meia-noite: o que apostaste menos o que ganhaste. Um limite mais baixo vale logo. Um mais alto, ou nenhum, espera 24 horas.",
	limitLabel: "Pontos por dia",
	limitHint: "Deixa vazio para não haver limite.",
	save: "Guardar limite",
	next: "A partir de {{when}} o teu limite será de {{limit}} pontos.",
	nextNone: "A partir de {{when}} deixas de ter limite.",
	keep: "Manter {{limit}}",
	break: "Uma pausa",
	breakText:
		"Começa logo: nenhum jogo aceita os teus pontos até acabar, e uma aposta à espera da próxima ronda ao vivo não é feita. O que já está em jogo ainda é pago. Terminar uma pausa mais cedo demora 24 horas.",
	breakLabel: "Por quanto tempo?",
	lengths: { day: "Um dia", week: "Uma semana", month: "30 dias" },
	start: "Começar a pausa",
	onBreak: "Estás em pausa até {{when}}.",
	onBreakText:
		"Até lá nenhum jogo aceita os teus pontos. A loja e todas as outras páginas continuam abertas.",
	extendLabel: "Mais tempo, a contar de agora",
	extend: "Prolongar",
	end: "Terminar daqui a 24 horas",
	reminderText: "Depois de uma hora a jogar sem parar, recebes um lembrete discreto.",
	helpText: "Se jogar deixou de ter graça, há quem te ouça.",
	help: "Onde encontrar ajuda",
};
