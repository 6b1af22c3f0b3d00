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
	noSignIn:
		"Ninguém consegue entrar aqui com uma conta {{name}}, por isso os espectadores de lá não recebem pontos nem respostas a comandos.",
	notConfigured: "Escreve primeiro o ID e o segredo da aplicação.",
	transports: {
		webhook: "As mensagens chegam ao endereço deste site; as que falham são enviadas outra vez.",
		socket:
			"As mensagens chegam por uma ligação que este site mantém aberta; o que acontece enquanto ela está em baixo perde-se.",
	},
	heardAt: "Última mensagem: {{at}}.",
	unheard: "Ainda sem mensagens.",
	live: "O canal está em direto.",
	offline: "O canal não está em direto.",
	about_one: "Desde as {{since}} · {{viewers}} espectador",
	about_other: "Desde as {{since}} · {{viewers}} espectadores",
	told: "A {{name}} diz ao site quando estás em direto.",
	toldByBoth: "A Twitch e a Kick dizem ao site quando estás em direto.",
	events: {
		start: "Início do direto",
		end: "Fim do direto",
		both: "Início e fim do direto",
		chat: "Mensagens no chat",
	},
	enabled: "ativa",
	faults: {
		unauthorised: "A {{name}} já não aceita a ligação. Volta a ligar.",
		refused: "A {{name}} recusou o último pedido.",
		unreachable: "Não é possível contactar a {{name}} neste momento.",
		busy: "A {{name}} pediu ao site que espere. Ele continua sozinho.",
	},
	chat: {
		missing: "Para responder a comandos no chat, volta a ligar a {{name}} e deixa o site escrever lá.",
		off: "Por agora, comandos e anúncios ficam desligados: nenhum canal ligado deixa o site escrever no chat. Liga um acima.",
		onlyKick:
			"Por agora, !join, !guess e !request ficam desligados: só funcionam na Twitch, e nenhum canal da Twitch deixa o site escrever no chat.",
		dropped: "A {{name}} não mostrou a última resposta no chat: {{reason}}",
	},
	trouble: {
		total: "Ligado, mas nada do que acontece na {{name}} dá pontos.",
		partial: "Ligado, mas parte do que acontece na {{name}} não dá pontos.",
		refused:
			"A {{name}} recusa as subscrições abaixo. Volta a ligar com a conta de quem é dono do canal e permite tudo o que a {{name}} perguntar.",
		limited:
			"A {{name}} não permite mais subscrições a esta conta e aplicação. Desliga outros bots que usem a mesma conta ou aplicação. O site volta a tentar sozinho.",
		unreachable:
			"O site não consegue manter a ligação à {{name}}. Verifica se o servidor tem acesso à internet. O site volta a tentar sozinho.",
		pending:
			"A {{name}} não conseguiu confirmar o endereço deste site. Verifica se {{hook}} está acessível a partir da internet e renova as subscrições.",
		ended: "A {{name}} terminou subscrições. Renova-as; se voltarem a terminar, volta a ligar.",
		reason: "A {{name}} diz: {{reason}}",
	},
	silences: "Períodos sem ligação",
	silencesText:
		"O que aconteceu nesses períodos não volta a ser enviado. Os administradores podem dar pontos à mão.",
	silence: "{{from}} a {{until}}",
	gifts: {
		title: "Ofertas na Kick por pagar",
		text: "A Kick também anuncia ofertas cujo pagamento falha. Por isso esperam antes de serem pagas, e um anúncio que o mesmo espectador repita não conta. Se viste a oferta chegar, paga-a já; se nunca chegou, rejeita-a.",
		gift_one: "{{person}}: {{count, number}} subscrição",
		gift_other: "{{person}}: {{count, number}} subscrições",
		about: "{{at}} · Pontos: {{points}}.",
		states: {
			held: "Será paga em {{at}}.",
			repeated: "Repetida, por isso não será paga.",
			rejected: "Rejeitada.",
		},
		release: "Pagar já",
		releaseOne: "Pagar já: {{person}}, {{count, number}}",
		reject: "Rejeitar",
		rejectOne: "Rejeitar: {{person}}, {{count, number}}",
	},
	failed: "Eventos que não foi possível creditar",
	failedText: "Foram tentados várias vezes. O registo do servidor tem os pormenores.",
	retry: "Tentar outra vez",
};
