import type { Messages } from "../../messages";

export const notifications: Messages["notifications"] = {
	title: "Notificações",
	intro:
		"O que aconteceu com os teus pedidos, pontos, prémios e limites. Guardamos as últimas 200, até 180 dias.",
	none: "Ainda não há nada. Quando houver novidades dos teus pedidos ou pontos, aparecem aqui.",
	unread: "Nova",
	markRead: "Marcar como lida",
	markReadLabel: "Marcar como lida: {{text}}",
	markAllRead: "Marcar todas como lidas",
	note: "Nota da equipa",
	push: {
		title: "Neste dispositivo",
		text: "Recebe uma mensagem neste dispositivo quando um pedido teu for decidido ou quando começar um hunt ou o direto, mesmo com o site fechado.",
		needsScripts: "Para isto, o teu navegador precisa de JavaScript.",
		unsupported:
			"Este navegador não consegue receber notificações aqui. Num iPhone ou iPad, adiciona primeiro o site ao ecrã principal.",
		blocked:
			"Bloqueaste as notificações deste site. Permite-as nas definições do navegador e volta a esta página.",
		failed: "Não foi possível ligar as notificações. Tenta de novo daqui a pouco.",
		orders: "Decisões sobre os meus pedidos",
		hunts: "O início de um hunt",
		streams: "O início do direto",
		turnOn: "Ligar",
		save: "Guardar",
		isOn: "Ligadas neste dispositivo.",
		isOff: "Desligadas neste dispositivo.",
		devices: "Dispositivos que recebem mensagens",
		device: "Dispositivo de {{since}}",
		thisDevice: "Este dispositivo",
		turnOff: "Desligar",
		turnOffLabel: "Desligar: {{device}}",
	},
	texts: {
		orderApproved: "O teu pedido foi aprovado: {{item}}.",
		orderCancelled_one: "O teu pedido foi cancelado: {{item}}. Recebeste de volta {{count, number}} ponto.",
		orderCancelled_other:
			"O teu pedido foi cancelado: {{item}}. Recebeste de volta {{count, number}} pontos.",
		requestPlayed: "A slot que pediste foi jogada: {{slot}}.",
		requestHunt: "A slot que pediste está no bonus hunt: {{slot}}.",
		requestRefunded_one:
			"A slot que pediste não vai ser jogada: {{slot}}. Recebeste de volta {{count, number}} ponto.",
		requestRefunded_other:
			"A slot que pediste não vai ser jogada: {{slot}}. Recebeste de volta {{count, number}} pontos.",
		rightsGiven: "Fazes parte da equipa. Podes tratar de: {{rights}}.",
		rightsTaken: "Já não fazes parte da equipa.",
		tournamentPrize_one:
			"Ficaste em {{place, number}}.º lugar no torneio “{{title}}” e ganhaste {{count, number}} ponto.",
		tournamentPrize_other:
			"Ficaste em {{place, number}}.º lugar no torneio “{{title}}” e ganhaste {{count, number}} pontos.",
		tournamentItem: "Ficaste em {{place, number}}.º lugar no torneio “{{title}}” e ganhaste: {{item}}.",
		tournamentCancelled: "O torneio “{{title}}” foi cancelado.",
		tournamentRefunded_one:
			"O torneio “{{title}}” foi cancelado. Recebeste de volta {{count, number}} ponto.",
		tournamentRefunded_other:
			"O torneio “{{title}}” foi cancelado. Recebeste de volta {{count, number}} pontos.",
		huntPrize_one:
			"Ganhaste o prémio do bonus hunt: {{count, number}} ponto pelo palpite mais próximo em “{{title}}”.",
		huntPrize_other:
			"Ganhaste o prémio do bonus hunt: {{count, number}} pontos pelo palpite mais próximo em “{{title}}”.",
		raffleDrawn:
			"O teu bilhete saiu em “{{title}}” e ganhaste: {{prize}}. A página do sorteio diz quando é pago.",
		rafflePassed: "O teu lugar em “{{title}}” passou ao seguinte, que fica com o prémio.",
		predictionPayout_one: "A tua previsão acertou: recebeste {{count, number}} ponto.",
		predictionPayout_other: "A tua previsão acertou: recebeste {{count, number}} pontos.",
		predictionRefund_one: "A tua aposta de {{count, number}} ponto numa previsão foi devolvida.",
		predictionRefund_other: "A tua aposta de {{count, number}} pontos numa previsão foi devolvida.",
		pointsGiven_one: "A equipa deu-te {{count, number}} ponto. Agora tens {{balance, number}}.",
		pointsGiven_other: "A equipa deu-te {{count, number}} pontos. Agora tens {{balance, number}}.",
		pointsTaken_one: "Um administrador retirou-te {{count, number}} ponto. Agora tens {{balance, number}}.",
		pointsTaken_other:
			"Um administrador retirou-te {{count, number}} pontos. Agora tens {{balance, number}}.",
		pointsMerged:
			"Os teus pontos de {{provider}} foram somados: {{points, number}}. Agora tens {{balance, number}}.",
		programPoints_one: "{{program}} deu-te {{count, number}} ponto.",
		programPoints_other: "{{program}} deu-te {{count, number}} pontos.",
		streamPoints_one: "Obrigado pelo apoio na {{platform}}: {{count, number}} ponto.",
		streamPoints_other: "Obrigado pelo apoio na {{platform}}: {{count, number}} pontos.",
		pointsWaited_one: "Tinhas {{count, number}} ponto da {{platform}} à tua espera.",
		pointsWaited_other: "Tinhas {{count, number}} pontos da {{platform}} à tua espera.",
		mergeUndone:
			"Os pontos somados de {{provider}} foram retirados: {{points, number}}. Agora tens {{balance, number}}.",
		limit_one: "O teu limite diário de perdas é agora de {{count, number}} ponto.",
		limit_other: "O teu limite diário de perdas é agora de {{count, number}} pontos.",
		noLimit: "Deixaste de ter limite diário de perdas.",
		limitFrom_one: "O teu limite diário de perdas passa a {{count, number}} ponto em {{when}}.",
		limitFrom_other: "O teu limite diário de perdas passa a {{count, number}} pontos em {{when}}.",
		noLimitFrom: "Deixas de ter limite diário de perdas em {{when}}.",
		breakStarted: "Estás em pausa dos jogos até {{when}}.",
		breakExtended: "A tua pausa dos jogos foi prolongada até {{when}}.",
		breakShortened: "A tua pausa dos jogos foi encurtada: acaba em {{when}}.",
		huntStarted: "Começou um bonus hunt: {{title}}.",
		streamStarted: "Estamos em direto! Aparece.",
		pauseStarted: "Um administrador pôs-te os jogos e a loja em pausa.",
		pauseOver: "Já podes voltar a jogar e a usar a loja.",
		breakOver: "A tua pausa dos jogos acabou.",
	},
};
