import type { Messages } from "../../messages";

export const care: Messages["care"] = {
	title: "Jogo responsável",
	intro:
		"Jogar é para nos divertirmos. Aqui defines os teus limites, e o site cumpre-os em todos os jogos, torneios, sorteios e previsões.",
	today: "Hoje",
	lostToday: "pontos perdidos hoje",
	wonToday: "pontos ganhos hoje",
	usedOfLimit: "Parte do limite diário já usada",
	leftToday_one: "Hoje ainda podes perder {{left}} de {{count, number}} ponto.",
	leftToday_other: "Hoje ainda podes perder {{left}} de {{count, number}} pontos.",
	noLimit: "Não tens limite diário de perdas.",
	limit: "Limite diário de perdas",
	limitText:
		"Não aceitamos apostas que te possam fazer perder mais do que isto num dia, contado desde a meia-noite: o que apostaste menos o que ganhaste. Baixar o limite tem efeito imediato; subi-lo ou retirá-lo, só passadas 24 horas.",
	limitLabel: "Pontos por dia",
	limitHint: "Deixa em branco para não haver limite.",
	save: "Guardar limite",
	next_one: "A partir de {{when}} o teu limite será de {{count, number}} ponto.",
	next_other: "A partir de {{when}} o teu limite será de {{count, number}} pontos.",
	nextNone: "A partir de {{when}} deixas de ter limite.",
	keep: "Manter {{limit}}",
	break: "Fazer uma pausa",
	breakText:
		"Começa logo: até acabar, nenhum jogo, torneio, sorteio ou previsão aceita os teus pontos, e uma aposta à espera da próxima ronda ao vivo não é feita. O que já está em jogo ainda é pago. Terminar a pausa mais cedo demora 24 horas.",
	breakLabel: "Por quanto tempo?",
	lengths: { day: "Um dia", week: "Uma semana", month: "30 dias" },
	start: "Começar a pausa",
	onBreak: "Estás em pausa até {{when}}.",
	onBreakText:
		"Até lá não podes arriscar pontos em lado nenhum. A loja e todas as outras páginas continuam abertas.",
	extendLabel: "Prolongar, a contar de agora",
	extend: "Prolongar",
	end: "Terminar a pausa daqui a 24 horas",
	reminderText: "Depois de uma hora a jogar sem parar, recebes um lembrete discreto.",
	helpText: "Se jogar deixou de ter graça, há quem te ouça.",
	help: "Onde encontrar ajuda",
};
