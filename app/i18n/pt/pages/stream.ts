import type { Messages } from "../../messages";

export const stream: Messages["stream"] = {
	intro:
		"Com o canal ligado, o que os espectadores fazem no direto dá pontos segundo as tuas regras. Só quem é dono do canal o pode ligar.",
	redirectUri: "Endereço de redirecionamento a indicar na {{name}}",
	hook: "Endereço do webhook a indicar na {{name}}",
	copy: "Copiar",
	copied: "Copiado",
	connect: "Ligar a {{name}}",
	connectAgain: "Voltar a ligar a {{name}}",
	disconnect: "Desligar",
	renew: "Renovar as subscrições",
	connected: "Ligado como {{account}} desde {{since}}.",
	notConnected: "Ainda não está ligado.",
	notConfigured: "Escreve primeiro o ID e o segredo da aplicação.",
	transports: {
		webhook: "As mensagens chegam ao endereço deste site; as que falham são enviadas outra vez.",
		socket:
			"As mensagens chegam por uma ligação que este site mantém aberta; o que acontece enquanto ela está em baixo perde-se.",
	},
	heardAt: "Última mensagem: {{at}}.",
	unheard: "Ainda sem mensagens desde que o site arrancou.",
	live: "O canal está em direto.",
	offline: "O canal não está em direto.",
	about_one: "Desde as {{since}} · {{viewers}} espectador",
	about_other: "Desde as {{since}} · {{viewers}} espectadores",
	told: "A {{name}} diz ao site quando estás em direto.",
	toldByBoth: "A Twitch e a Kick dizem ao site quando estás em direto.",
	enabled: "ativa",
	faults: {
		unauthorised: "A {{name}} já não aceita a ligação. Volta a ligar.",
		refused: "A {{name}} recusou o último pedido.",
		unreachable: "Não é possível contactar a {{name}} neste momento.",
		busy: "A {{name}} pediu ao site que espere. Ele continua sozinho.",
	},
	silences: "Períodos sem ligação",
	silencesText:
		"O que aconteceu nesses períodos não volta a ser enviado. Os administradores podem dar pontos à mão.",
	silence: "{{from}} a {{until}}",
	failed: "Eventos que não foi possível creditar",
	failedText: "Foram tentados várias vezes. O registo do servidor tem os pormenores.",
	retry: "Tentar outra vez",
};
