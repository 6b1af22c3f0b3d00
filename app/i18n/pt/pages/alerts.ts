import type { Messages } from "~/i18n/messages";

export const alerts: Messages["alerts"] = {
	intro: "O que acontece no site aparece no teu direto, um alerta de cada vez.",
	address: "Endereço para o OBS",
	addressText:
		"No OBS, em Fontes, adiciona um navegador com este endereço e o tamanho da tua transmissão: um para tudo, ou um por cena. Não o divulgues: quem o souber vê cada código assim que este começa e pode ocupar o lugar das tuas fontes. Se alguém o descobrir, cria um novo: o antigo deixa logo de funcionar.",
	scenesText:
		"Só para algumas cenas, acrescenta por exemplo &scenes=alerts,goal ao endereço; &theme=light e &scale=2 mudam as cores e o tamanho. As cenas: alerts, hunt, crash, board, goal, code, raffle, tournament, prediction.",
	show: "Mostrar o endereço, fora do direto",
	copy: "Copiar o endereço",
	copied: "Copiado",
	renew: "Criar um novo endereço",
	last: "Últimos alertas",
	none: "Ainda não houve nada para anunciar. Experimenta um alerta de teste.",
	test: "Enviar um alerta de teste",
	mute: "Silenciar os alertas",
	unmute: "Voltar a mostrar alertas",
	muted: "Os alertas estão silenciados: o overlay não mostra nenhum.",
	alert: "Alerta",
	time: "Hora",
	state: "Estado",
	states: {
		waiting: "À espera",
		showing: "No ecrã",
		over: "Mostrado",
		skipped: "Saltado",
		expired: "Expirado",
	},
	skip: "Saltar",
	gone: "Já não existe",
	more: "e mais {{count, number}}",
	example: "A Ana resgatou Caneca (teste)",
};
