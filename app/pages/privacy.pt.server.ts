import type { WrittenPage } from "./compose.server";
import type { Facts } from "./facts.server";

/** The privacy page in Portuguese. `compose` fills in its placeholders, such as `{name}`. */
export const privacyPt = (facts: Facts): WrittenPage => ({
	title: "Privacidade",
	intro:
		"Aqui está o que {name} sabe sobre ti, para quê, durante quanto tempo e quem mais o vê. O site guarda o que é preciso para os pontos, os jogos e a loja, e nada para publicidade. Não vende dados e não segue ninguém.",
	sections: [
		{
			id: "who",
			title: "Quem é responsável",
			blocks: [
				"O streamer que gere {name}, com os administradores do canal (“nós”). Podes falar connosco aqui: {contact}.",
			],
		},
		{
			id: "visitors",
			title: "Se só visitas",
			blocks: [
				"Se não entrares, não sabemos quem és. O que escolhes (língua, tema, teres mais de 18 anos) e os teus pontos de demonstração ficam em [cookies](/cookies) do teu navegador; a base de dados não tem nada sobre ti.",
			],
		},
		{
			id: "account",
			title: "Se tens conta",
			blocks: [
				"Entras através de {signInService} com a tua conta de streaming. O site guarda então:",
				{
					head: ["O quê", "Para quê", "Quanto tempo"],
					rows: [
						[
							"Do serviço de autenticação: o teu identificador, nome de utilizador, imagem, e-mail e funções; quando vieste pela primeira vez",
							"Para te reconhecer, mostrar o teu nome, te contactar sobre um pedido e distinguir administradores de espectadores",
							"Até pedires que a conta seja apagada; o nome, o e-mail e as funções são lidos de novo sempre que entras",
						],
						[
							"Os teus pontos e cada alteração deles, com o motivo, a hora e quem a causou",
							"Para que o saldo esteja sempre certo, e tu e nós o possamos confirmar",
							"Enquanto houver conta",
						],
						[
							"As tuas rondas, apostas, previsões e ganhos, e as sementes com que foram sorteados",
							"Para os pagar, mostrar e deixar verificar",
							"Enquanto houver conta",
						],
						[
							"Os teus pedidos: item, preço, a tua resposta à pergunta, o código, a decisão e a nota de um administrador",
							"Para te entregar o que resgataste",
							"Enquanto houver conta",
						],
						["Os teus palpites nos bonus hunts", "Para encontrar o mais próximo", "Enquanto houver conta"],
						[
							"As tuas inscrições em torneios, com a tua slot, lugar e prémio",
							"Para fazer o torneio",
							"Enquanto houver conta",
						],
						[
							"Os teus bilhetes nos sorteios, e o pseudónimo que te representa na lista pública de cada sorteio",
							"Para sortear os vencedores, e para que todos possam conferir o sorteio",
							"Enquanto houver conta",
						],
						[
							"As slots que pediste, com o preço e o que aconteceu ao pedido",
							"Para gerir a fila e te devolver os pontos",
							"Enquanto houver conta",
						],
						[
							"Os códigos do direto que usaste e os dias em que recebeste o bónus diário",
							"Para creditar cada um deles uma só vez e saber a tua sequência",
							"Enquanto houver conta",
						],
						[
							"O que fizeste no direto que dá pontos, como seguir, subscrever ou estar no chat, com a hora e o teu identificador nessa plataforma",
							"Para creditar os teus pontos, uma só vez",
							"Enquanto houver conta; a hora da tua última mensagem no chat, durante uma ou duas horas",
						],
						[
							"Os teus limites e pausas, o que os outros podem ver de ti e o item para que juntas pontos",
							"Para cumprir o que definiste",
							"Até os mudares",
						],
						[
							"Que um administrador te pôs os jogos e a loja em pausa, com o motivo",
							"Para os manter fechados para ti",
							"Até um administrador acabar a pausa",
						],
						[
							"As tuas notificações: decisões sobre os teus pedidos, prémios, alterações dos teus pontos e limites",
							"Para saberes o que aconteceu enquanto não estavas",
							"180 dias, as últimas 200",
						],
						[
							"Se ligares as mensagens num dispositivo: o endereço dele no serviço de notificações do navegador, as chaves que cifram as mensagens, o teu idioma e o que queres receber",
							"Para as enviar a esse dispositivo",
							"Até as desligares ou saíres da conta nele, ou até o dispositivo deixar de estar acessível",
						],
						[
							"As tuas sessões: um hash da chave do cookie e os tokens do serviço de autenticação, cifrados",
							"Para manter a tua sessão",
							"30 dias no máximo, ou até saíres",
						],
						[
							"Os identificadores dos formulários que enviaste",
							"Para que nada seja cobrado duas vezes quando um formulário é enviado duas vezes",
							"30 dias",
						],
						...(facts.pointsProvider
							? [
									[
										"Quantos pontos o {pointsProvider} diz que tens, e o que dele foi somado",
										"Para os somar aos teus pontos daqui, uma só vez",
										"Enquanto houver conta",
									],
								]
							: []),
					],
				},
				"É o necessário para te dar a conta que pediste (artigo 6.º, n.º 1, alínea b), do RGPD). Manter o site seguro e contar as visitas assenta no nosso interesse legítimo (alínea f) do mesmo número).",
			],
		},
		{
			id: "stream",
			title: "Se estiveste no direto e nunca entraste aqui",
			blocks: [
				"Se o canal dá pontos pelo que acontece nos diretos, a plataforma (como a Twitch ou a Kick) diz ao site quem seguiu, subscreveu, ofereceu subscrições, trouxe um raid ou esteve no chat. Se foste tu, e não tens conta aqui, o site guarda durante 90 dias o teu identificador e o teu nome nessa plataforma, o que aconteceu e quando. A hora da tua última mensagem no chat é guardada durante uma ou duas horas. Se entrares no prazo de 90 dias, recebes os pontos que estavam à tua espera; caso contrário, é tudo apagado. Só os administradores o podem ver.",
				"Se o canal responde a comandos no chat, como !points, toda a gente lá pode ler a resposta, com o teu nome. O site não guarda o que escreveste.",
				"Se tinhas pontos noutro programa do canal, os administradores podem ter trazido para aqui a lista de nomes e pontos. Se não tens conta, o teu nome, o teu identificador, se a lista o tiver, e os teus pontos ficam guardados durante 90 dias e esperam por ti da mesma maneira.",
				"Recompensar quem lá esteve assenta no nosso interesse legítimo (artigo 6.º, n.º 1, alínea f), do RGPD). Podes opor-te: escreve-nos, e apagamos tudo, exceto os hashes descritos em “Os teus direitos”.",
			],
		},
		{
			id: "logs",
			title: "Registos e segurança",
			blocks: [
				"Por cada pedido, o servidor escreve uma linha com a hora, o endereço da tua ligação (endereço IP), a página, o resultado e quanto demorou. O que vem depois de um ponto de interrogação num endereço fica de fora. Estas linhas servem para encontrar falhas e abusos; ficam com quem aloja o site, são apagadas na rotação habitual dos registos e nunca são juntas aos dados da tua conta para fazer um perfil.",
				"Para que ninguém possa inundar o site, guarda durante cerca de um minuto, só em memória, quantas vezes uma conta ou uma ligação enviou um formulário.",
				"As alterações feitas por administradores e moderadores ficam num registo próprio: quem mudou o quê, quando, e como estava antes. Só os administradores o leem. O registo guarda o identificador da conta e não o nome: quando a alteração foi aos teus pontos, ao teu pedido ou ao teu prémio, mostra o nome que tens agora. O que um administrador escreveu, como uma nota no teu pedido, fica lá palavra por palavra.",
			],
		},
		{
			id: "statistics",
			title: "Estatísticas",
			blocks: [
				"O site conta quantas vezes por dia é aberta uma página, uma promoção, um item da loja ou uma demo, quantas vezes um item é resgatado, quantas vezes se segue uma ligação para uma promoção, para outra rede ou para um serviço de ajuda, e quantas contas novas há. Não conta quem o fez: não regista nenhuma conta, nenhum endereço IP, nenhum cookie. As contagens são apagadas ao fim de 13 meses.",
				...(facts.collector
					? [
							"Os mesmos eventos, também sem o nome, o endereço ou o cookie de ninguém, são enviados a {collector}, que faz estatísticas com eles. O teu navegador não envia nada para lá.",
						]
					: []),
			],
		},
		{
			id: "seen",
			title: "O que os outros veem de ti",
			blocks: [
				[
					"O teu nome de utilizador, com o jogo e o valor, quando um ganho teu está entre os maiores.",
					"No jogo ao vivo, a tua aposta e o resultado, da forma que lá escolheres: com o teu nome e a tua imagem, com um nome inventado que dura até às 6:00 ou com um pseudónimo de 8 caracteres que muda a cada ronda. Se não escolheres, com o teu nome se a tua página de jogador for pública, e com o pseudónimo que muda a cada ronda se não for. O site guarda a tua escolha e como apareceste em cada ronda. As reações que envias são mostradas sem nome e não são guardadas.",
					"O teu nome de utilizador e o teu palpite, quando um bonus hunt acaba e o teu foi o mais próximo, com o prémio que recebeste. Os outros palpites só são vistos por quem os deu e pelos administradores.",
					"O teu nome de utilizador, o teu lugar e a tua pontuação num torneio em que participas, e o teu prémio nos resultados.",
					"O teu nome de utilizador, quando ganhas um lugar num sorteio. A lista de bilhetes só tem um pseudónimo, diferente em cada sorteio.",
					"O teu nome de utilizador no direto, no chat do canal e nos programas que o streamer ligou, quando resgatas um item ou ganhas muito. No jogo ao vivo, só se jogares com o teu nome. O site guarda durante 7 dias o que foi anunciado.",
					"O teu nome de utilizador, ao lado de uma slot que pediste, enquanto o pedido está na fila.",
					"Uma página tua só se a [ligares](/points/page), com o que escolheres mostrar.",
				],
				"Um administrador pode esconder dos outros o teu nome de utilizador e a tua imagem: passam a ler “Anónimo”.",
				"Os administradores veem o teu nome de utilizador, o teu e-mail, os teus pontos, os teus pedidos e os teus palpites nos hunts terminados.",
				"Os administradores podem deixar que moderadores façam parte disto. Só veem o que é preciso para a parte de que tratam: o teu nome de utilizador e, nos pedidos, o que pediste e a tua resposta; nos hunts, o teu palpite. Não veem o teu e-mail nem os teus códigos. De cada moderador, o site guarda as permissões até um administrador o remover.",
			],
		},
		{
			id: "receivers",
			title: "Quem mais recebe dados",
			blocks: [
				[
					"O serviço de autenticação em {signInService}: sabe que entras aqui.",
					"Quem aloja o site por nós, no que for preciso para o manter a funcionar.",
					...(facts.hasRedeemBot
						? [
								"O bot do canal: quando resgatas um item, são-lhe enviados o teu nome de utilizador e o nome do item.",
							]
						: []),
					"Os programas que os administradores do canal ligam, como um bot: podem ler o que todos veem no site e, pelo teu nome, os teus pontos, e dar-te pontos, o que aparece no teu extrato.",
					...(facts.pointsProvider
						? [
								"{pointsProvider}: recebe o teu nome de utilizador quando um administrador soma os pontos que lá tens.",
							]
						: []),
					...(facts.hasReceivers
						? [
								"O Discord e os programas do canal: ficam a saber o que acontece aqui, por exemplo quem ganhou um sorteio, com o nome de utilizador que os outros veem.",
							]
						: []),
					"Se ligares as mensagens num dispositivo: o serviço de notificações do navegador (por exemplo da Google, Mozilla, Apple ou Microsoft) entrega-as. Vão cifradas, por isso não as consegue ler; vê quando é enviada uma e de que site.",
					"Quem fornece uma imagem, uma demo de slot ou uma publicação incorporada: o teu navegador carrega-a de lá, e quem a fornece vê o teu endereço IP. As demos carregam quando as abres, as publicações depois de aceitares.",
				],
				"Fora isto, ninguém recebe nada, a não ser que a lei nos obrigue.",
			],
		},
		{
			id: "rights",
			title: "Os teus direitos",
			blocks: [
				[
					"Ver: [os teus pontos](/points) mostram cada movimento e cada pedido.",
					"Levar: na mesma página podes descarregar um ficheiro com a tua conta, os teus pontos e cada movimento, os teus pedidos, rondas, previsões, palpites, torneios, bilhetes de sorteios e pedidos de slots, os teus limites, a pausa de um administrador, o teu objetivo, a tua página, as tuas notificações, os códigos que usaste, os teus bónus diários e o que te deu pontos nos diretos.",
					"Corrigir: o teu nome e o teu e-mail vêm da tua conta de streaming; muda-os lá e volta a entrar.",
					"Apagar: escreve-nos do e-mail da tua conta, ou a partir da própria conta. Apagamos então o teu nome, imagem, e-mail, identificador e funções, as sessões, as respostas e o objetivo na loja, os limites, a pausa de um administrador, as rondas partilhadas, a tua página, as notificações e o que está guardado de ti dos diretos. Para que nenhum evento do direto dê pontos duas vezes, guardamos um hash de cada um durante cerca de uma semana, no máximo: um código calculado a partir do evento com uma chave que só o site tem. O hash não mostra de quem era o evento. Os números do extrato, dos jogos, das previsões, dos palpites, dos torneios e dos pedidos de slots ficam, para que as rondas e os saldos continuem a poder ser confirmados, mas deixam de dizer de quem eram. Não se pode desfazer, e os pontos perdem-se. Só as mensagens sobre pedidos já enviadas e o que um administrador escreveu numa nota mantêm um nome que lá esteja: ninguém os pode mudar.",
					"Opor-te ou limitar: escreve-nos, e analisamos o pedido.",
					"Reclamar: junto da autoridade do teu país, em Portugal a [CNPD](https://www.cnpd.pt).",
				],
				"Contacto: {contact}. Respondemos no prazo de um mês.",
			],
		},
		{
			id: "safety",
			title: "Como protegemos os teus dados",
			blocks: [
				"O site não tem palavras-passe para perder. Os cookies não podem ser lidos por scripts, os tokens são guardados cifrados, as chaves das sessões só como hash, e nada na página vem de anunciantes. Se ainda assim acontecer algo que te ponha em risco, avisamos-te e avisamos a autoridade, como a lei manda.",
				"Quem aloja o site guarda cópias de segurança, para o caso de a máquina falhar, e vai apagando as antigas. O que foi apagado do site fica até lá nas cópias feitas antes; se uma delas voltar a ser usada, é apagado outra vez.",
			],
		},
		{
			id: "age",
			title: "Ninguém com menos de 18",
			blocks: [
				"O site é para adultos e não guarda conscientemente dados de menores. Se tens menos de 18 anos e tens conta, escreve-nos e ela será apagada.",
			],
		},
		{
			id: "changes",
			title: "Alterações",
			blocks: [
				"Se o site passar a fazer outra coisa com os dados, este texto muda também. A data no início diz quando foi a última alteração.",
			],
		},
	],
});
