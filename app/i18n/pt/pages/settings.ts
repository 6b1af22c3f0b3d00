import type { Messages } from "../../messages";

export const settings: Messages["settings"] = {
	tabs: {
		channel: "Canal",
		services: "Serviços",
		rules: "Regras e cópias de segurança",
		earning: "Ganhar pontos",
		stream: "Direto",
		texts: "Nomes e textos legais",
		admins: "Administradores e moderadores",
		api: "Bots e programas",
	},
	save: "Guardar",
	saving: "A guardar…",
	created: "O segredo do programa só é mostrado uma vez. Copia-o agora.",
	copy: "Copiar",
	copied: "Copiado",
	fixed: "Foi definido no servidor ({{name}}), por isso só lá pode ser alterado.",
	hidden: "Oculto",
	secretKept: "Já há um guardado. Deixa em branco para o manter.",
	fallback: "Deixa em branco para usar {{fallback}}.",
	ignored:
		"Estas definições não estão em vigor: falta uma delas ou deixou de ser válida. Corrige-as e guarda.",
	options: {
		json: { name: "JSON, assinado", text: "Para um bot teu, que verifica a assinatura." },
		pt: { name: "Português", text: "Por exemplo “O canal está em direto”." },
		en: { name: "Inglês", text: "Por exemplo “The channel is live”." },
		discord: { name: "Mensagem do Discord", text: "Para o URL de um webhook do Discord." },
		table: {
			name: "Tabela clássica",
			text: "As regras originais do jogo. Os espectadores ganham pontos a longo prazo, e quem joga uma noite inteira pode esvaziar-te a loja.",
		},
		even: {
			name: "Retorno uniforme",
			text: "Devolve um pouco menos do que foi apostado, por isso o jogo vai retirando pontos aos poucos. Os voos chegam a 1 000x.",
		},
		redeems: { name: "Resgates", text: "Conta cada resgate na loja que não foi cancelado." },
		spent: { name: "Pontos gastos", text: "Os pontos desses resgates." },
		viewers: { name: "Novos espectadores", text: "Quem entra no site pela primeira vez." },
	},
	/** The keys are the types of announcements. */
	events: {
		store: {
			redeemed: "Alguém resgata um produto",
			goal_reached: "Um espectador alcança um objetivo",
		},
		game: { big_win: "Há um grande ganho num minijogo" },
		raffle: { opened: "Abre um sorteio", drawn: "É feito um sorteio" },
		tournament: {
			opened: "Abre um torneio",
			started: "Começa um torneio",
			finished: "Acaba um torneio",
		},
		prediction: {
			opened: "Abre uma previsão",
			locked: "Fecha uma previsão",
			decided: "É decidida uma previsão",
		},
		hunt: { opened: "Começa um bonus hunt", finished: "Acaba um bonus hunt" },
		code: { published: "Há um código novo" },
		stream: { started: "Começa o direto" },
		slot: { requested: "Um espectador pede uma slot" },
	},
	forms: {
		channel: {
			title: "O canal",
			intro:
				"O que o site mostra sobre o teu canal. Tudo aparece nas páginas assim que guardas. O que deixares em branco numa língua aparece na outra.",
		},
		bot: {
			title: "Bot de resgates",
			intro:
				"Sempre que um espectador resgata um item, o site envia uma mensagem para este endereço. Se o bot não responder, o site volta a tentar.",
		},
		webhook: {
			title: "Webhook para programas",
			intro:
				"Conta o que acontece no site a um programa com endereço próprio, com assinatura Standard Webhooks. Quando guardas o endereço, o site cria o segredo para ele. Ao fim de três dias sem resposta, ou quando o programa responde que já não existe, o site para até enviares um teste.",
		},
		discord: {
			title: "Canal do Discord",
			intro:
				"Escreve num canal do teu servidor do Discord quando acontece alguma coisa aqui. Cria um webhook nas definições do canal, em Integrações, e cola o URL. As menções nunca notificam ninguém.",
		},
		pointsProvider: {
			title: "Pontos de outro serviço",
			intro:
				"Para somares os pontos que um espectador tem noutro lado. Basta o canal do StreamElements; para outro serviço, indica o endereço.",
		},
		twitch: {
			title: "Twitch",
			intro:
				"Cria uma aplicação em dev.twitch.tv/console com o endereço de redirecionamento abaixo, e escreve aqui o ID e o segredo.",
		},
		kick: {
			title: "Kick",
			intro:
				"Cria uma aplicação nas definições de programador da Kick com os dois endereços abaixo, e escreve aqui o ID e o segredo. A Kick não diz quem está a ver, por isso só quem escreve no chat ganha pontos por ver.",
		},
		chat: {
			title: "O chat",
			intro:
				"O site responde a estes comandos no chat de cada canal ligado, a vários espectadores por mensagem. Só responde a quem já entrou aqui com essa conta; aos outros explica uma vez como se faz.",
		},
		hunt: {
			title: "Bonus hunt externo",
			intro:
				"Deixa em branco para fazer os hunts neste site. Com os dois endereços, a página do bonus hunt mostra o hunt dessa origem.",
		},
		games: {
			title: "Jogos e pontos",
			intro:
				"Que jogos estão abertos e quantos pontos os jogos dão. As alterações valem a partir da próxima aposta; as apostas já feitas ficam como estão.",
		},
		rules: {
			title: "Regras",
			intro: "As alterações aplicam-se assim que guardares. Os pontos já atribuídos não mudam.",
		},
		overlay: { title: "Alertas", intro: "O que o overlay mostra, e como. Tudo se aplica assim que guardas." },
		predictions: {
			title: "Previsões",
			intro:
				"Os espectadores apostam pontos no que vai acontecer. Enquanto estiverem desligadas, a página não existe e os menus não falam delas.",
			law: "Confirma primeiro a lei do teu país. As grandes plataformas desligam as previsões em vários países, como os Países Baixos, a Dinamarca, a Suécia, a Polónia e a Turquia. Os pontos dos teus espectadores compram recompensas na loja, por isso uma aposta de pontos pode contar como jogo a dinheiro. Os limites de perdas, as pausas e a autoexclusão valem nas previsões como nos jogos. Só tu decides se as ligas; isto não é aconselhamento jurídico.",
		},
		goal: {
			title: "Meta no direto",
			intro:
				"Uma barra para a tua transmissão, na cena “goal” do overlay. Deixa o texto em branco para não ter nenhuma.",
		},
		requests: {
			title: "Pedidos de slots",
			intro:
				"Os espectadores pedem uma slot do catálogo por pontos. Tu, ou um moderador com essa permissão, pode jogá-la, saltá-la com devolução dos pontos ou pô-la no hunt. Um pedido conta para os limites do jogo responsável.",
		},
		names: {
			title: "Nomes",
			intro:
				"Como se chamam os jogos e a página das slots, em todo o site. Um nome em branco em inglês fica igual ao português.",
		},
		legal: {
			title: "Textos legais",
			intro:
				"Os termos, a política de privacidade e a página dos cookies são escritos a partir das tuas definições. O contacto deles é o e-mail das definições do canal.",
		},
		backups: {
			title: "Cópias de segurança",
			intro:
				"Uma cópia verificada da base de dados e das imagens. Se só estiver no disco do site, perde-se com ele: deixa o site enviar cada uma também para um armazenamento compatível com S3 (Backblaze B2, Cloudflare R2, Hetzner, AWS e outros). Em docs/hosting.md estão os passos, também para outro disco, e como guardar o ficheiro da chave, que não vai em nenhuma cópia.",
		},
	},
	fields: {
		OIDC_ISSUER: {
			label: "Emissor (issuer)",
			hint: "O endereço do serviço: no Auth0 é o domínio, no Keycloak é o endereço do realm.",
		},
		OIDC_CLIENT_ID: { label: "ID do cliente", hint: "O serviço mostra-o na tua aplicação." },
		OIDC_CLIENT_SECRET: {
			label: "Segredo do cliente",
			hint: "É guardado cifrado e não volta a ser mostrado.",
		},
		OIDC_SCOPE: {
			label: "Âmbito (scope)",
			hint: "Com openid. Acrescenta offline_access para sessões de 30 dias.",
		},
		OIDC_AUDIENCE: {
			label: "Destinatário (audience)",
			hint: "O identificador da API. Deixa em branco se não houver.",
		},
		OIDC_CONNECTION: {
			label: "Ligação (connection)",
			hint: "Por exemplo: twitch. Deixa em branco se não houver.",
		},
		OIDC_ROLES_CLAIM: {
			label: "Claim com as funções",
			hint: "Um nome, ou um caminho como realm_access.roles. Deixa em branco para usar “roles”. Quem tem a função Admin é administrador.",
		},
		OIDC_USERNAME_CLAIM: {
			label: "Claim com o nome de utilizador",
			hint: "Deixa em branco para usar nickname, name ou o e-mail, o primeiro que houver.",
		},
		CHANNEL_NAME: {
			label: "Nome",
			hint: "No cabeçalho, na página inicial e a seguir ao título de cada página.",
		},
		CHANNEL_TAGLINE: {
			label: "Frase de apresentação em português",
			hint: "Por baixo do nome, na página inicial.",
		},
		CHANNEL_TAGLINE_EN: {
			label: "Frase de apresentação em inglês",
			hint: "Por baixo do nome, na página inicial.",
		},
		CHANNEL_PICTURE: {
			label: "Imagem de perfil",
			hint: "Um endereço ou o nome de um ficheiro. Aparece em círculo na página inicial e na bio. Deixa em branco para usar o emblema do site.",
		},
		CHANNEL_ABOUT: {
			label: "Sobre mim, em português",
			hint: "O texto da bio. Uma linha vazia começa um novo parágrafo.",
		},
		CHANNEL_ABOUT_EN: {
			label: "Sobre mim, em inglês",
			hint: "O texto da bio. Uma linha vazia começa um novo parágrafo.",
		},
		TWITCH_CHANNEL: {
			label: "Canal na Twitch",
			hint: "Por exemplo: plateia_live. A página inicial mostra então o leitor, que só carrega quando alguém o abre.",
		},
		NEXT_STREAM: {
			label: "Próximo direto",
			hint: "Aparece na página inicial com uma contagem decrescente. Fuso horário: {{timeZone}}.",
		},
		CONTACT_EMAIL: {
			label: "E-mail de contacto",
			hint: "Aparece nos termos e na política de privacidade; é público.",
		},
		REDEEM_BOT_URL: {
			label: "Endereço do bot",
			hint: "Por exemplo: https://bot.exemplo/resgates, ou o URL de um webhook do Discord. Deixa em branco para não usar um bot.",
		},
		REDEEM_BOT_FORMAT: {
			label: "Formato",
			hint: "Como é escrita a mensagem. Um webhook do Discord recebe sempre mensagens do Discord.",
		},
		REDEEM_BOT_SECRET: {
			label: "Segredo",
			hint: "Pelo menos 16 caracteres, os mesmos que no bot: assina as mensagens. O Discord não precisa dele. Se o mudares, o anterior continua válido até o retirares.",
		},
		REDEEM_BOT_PREVIOUS_SECRET: {
			label: "Assinar também com o segredo anterior",
			hint: "Até o bot ter o novo. Desmarca nessa altura, ou já, se alguém descobriu o anterior.",
		},
		WEBHOOK_URL: {
			label: "Endereço",
			hint: "P. ex. https://bot.example/events. Deixa em branco para nenhum.",
		},
		WEBHOOK_SECRET: {
			label: "Criar um segredo novo",
			hint: "Para o programa verificar as assinaturas. O site mostra-o uma só vez; as mensagens são assinadas também com o anterior até o retirares.",
		},
		WEBHOOK_PREVIOUS_SECRET: {
			label: "Assinar também com o segredo anterior",
			hint: "Até o programa ter o novo. Desmarca nessa altura, ou já, se alguém descobriu o anterior.",
		},
		WEBHOOK_TYPES: {
			label: "Eventos",
			hint: "O programa recebe uma mensagem quando…",
		},
		DISCORD_URL: {
			label: "URL do webhook",
			hint: "Começa por https://discord.com/api/webhooks/. Quem o tiver pode escrever no canal. Deixa em branco para nenhum.",
		},
		DISCORD_LANGUAGE: { label: "Língua", hint: "A língua das mensagens." },
		DISCORD_TYPES: {
			label: "Eventos",
			hint: "O canal recebe uma mensagem quando…",
		},
		TWITCH_CLIENT_ID: { label: "ID da aplicação", hint: "Está na página da aplicação." },
		TWITCH_CLIENT_SECRET: {
			label: "Segredo da aplicação",
			hint: "Aparece quando o crias; o site guarda-o cifrado.",
		},
		KICK_CLIENT_ID: { label: "ID da aplicação", hint: "Está na página da aplicação." },
		KICK_CLIENT_SECRET: {
			label: "Segredo da aplicação",
			hint: "Aparece quando o crias; o site guarda-o cifrado.",
		},
		CHAT_LANGUAGE: { label: "Língua das respostas", hint: "Para todos os comandos, em todos os canais." },
		CHAT_POINTS: {
			label: "Saldo: !points ou !pontos",
			hint: "Responde com os pontos do espectador, à vista de todo o chat.",
		},
		CHAT_TOP: {
			label: "Melhores: !top",
			hint: "Os maiores ganhos da semana nos jogos, como no salão de jogos.",
		},
		CHAT_CLAIM: {
			label: "Código: !claim CÓDIGO ou !codigo CÓDIGO",
			hint: "Usa um código, uma vez por espectador. Quem escreve um código no chat mostra-o a toda a gente. Na Kick, os códigos com um máximo de utilizações só funcionam no site.",
		},
		CHAT_JOIN: {
			label: "Sorteio: !join ou !entrar",
			hint: "Fica com o bilhete grátis do sorteio aberto ou, se não houver, compra um. Só na Twitch, porque a Kick entrega as mensagens com atraso.",
		},
		CHAT_GUESS: {
			label: "Palpite: !guess VALOR ou !palpite VALOR",
			hint: "Dá ou muda o palpite para o total do hunt aberto. Só na Twitch.",
		},
		CHAT_REQUEST: {
			label: "Pedido de slot: !request SLOT ou !pedir SLOT",
			hint: "Pede uma slot pelo preço dos pedidos de slots, enquanto estiverem ligados. Só na Twitch.",
		},
		CHAT_WINS: {
			label: "Anunciar ganhos",
			hint: "Grandes ganhos nos jogos, vencedores de sorteios e torneios, resultados de previsões e o fim de um hunt.",
		},
		CHAT_STARTS: {
			label: "Anunciar o que abre",
			hint: "Sorteios, torneios, previsões e hunts, com a ligação para a página.",
		},
		POINTS_PROVIDER_CHANNEL: {
			label: "Canal do StreamElements",
			hint: "O ID do canal: 24 algarismos e letras de a a f.",
		},
		POINTS_PROVIDER_URL: {
			label: "Endereço de outro serviço",
			hint: "Com {{username}} no lugar do nome do espectador. Tem de responder com JSON que inclua points.",
		},
		POINTS_PROVIDER_NAME: {
			label: "Nome do serviço",
			hint: "Como os administradores e os espectadores o veem. O que já foi somado conta para este nome: se o mudares, os mesmos pontos podem ser somados outra vez.",
		},
		BONUS_HUNT_STATS_URL: {
			label: "Endereço das estatísticas",
			hint: "Responde com os totais do hunt em JSON.",
		},
		BONUS_HUNT_SLOTS_URL: { label: "Endereço das slots", hint: "Responde com a lista de slots em JSON." },
		BONUS_HUNT_IMAGE_URL: {
			label: "Endereço das imagens",
			hint: "Com {{name}} no lugar do nome da imagem. Opcional.",
		},
		BONUS_HUNT_USER: { label: "Utilizador na origem", hint: "Enviado à origem em cada pedido." },
		DICE_OPEN: { label: "Abrir o jogo de dados", hint: "Até lá, o cartão do jogo diz “Em breve”." },
		WHEEL_OPEN: { label: "Abrir a roda da sorte", hint: "Até lá, o cartão do jogo diz “Em breve”." },
		SOLO_CRASH_DRAW: {
			label: "Retorno do Crash a solo",
			hint: "Os voos já sorteados continuam a poder ser verificados com o sorteio que tinham.",
		},
		PLINKO_MAX_BET: {
			label: "Aposta máxima no Plinko",
			hint: "Pontos por jogada, com todas as bolas. Deixa em branco para não haver máximo.",
		},
		CRASH_MAX_BET: {
			label: "Aposta máxima no Crash a solo",
			hint: "Pontos por voo. Deixa em branco para não haver máximo.",
		},
		LIVE_CRASH_MAX_BET: {
			label: "Aposta máxima no Crash ao vivo",
			hint: "Pontos por voo. Deixa em branco para não haver máximo.",
		},
		BIG_WIN_FROM: {
			label: "Grande ganho a partir de",
			hint: "Pontos que uma ronda paga, como 500, ou um multiplicador, como 100x. O overlay, o chat e os bots anunciam os grandes ganhos.",
		},
		PREDICTIONS: {
			label: "Ligar as previsões",
			hint: "As que estiverem a decorrer continuam a ser pagas ou devolvidas depois de as desligares. Decides o resultado em /predictions.",
		},
		STREAM_DELAY_SECONDS: {
			label: "Atraso do direto (segundos)",
			hint: "As apostas fecham este tempo mais cedo, porque quem está ao teu lado sabe primeiro.",
		},
		GOAL_TEXT: { label: "Texto da meta", hint: "Por exemplo: Juntos desbloqueamos a subathon." },
		GOAL_TARGET: { label: "Objetivo", hint: "Um número inteiro a partir de 1." },
		GOAL_COUNTS: {
			label: "O que conta",
			hint: "Resgates, pontos ou novos espectadores, desde o dia abaixo.",
		},
		GOAL_SINCE: {
			label: "Conta desde",
			hint: "O dia no fuso horário do site. Deixa em branco para contar tudo.",
		},
		SLOT_REQUESTS: {
			label: "Aceitar pedidos de slots",
			hint: "Quando os desligas, os pedidos ainda à espera são todos devolvidos.",
		},
		SLOT_REQUEST_PRICE: { label: "Preço de um pedido (pontos)", hint: "Vale a partir do próximo pedido." },
		SLOT_REQUESTS_PER_VIEWER: {
			label: "Pedidos à espera por espectador",
			hint: "Quantos pode um espectador ter na fila.",
		},
		SLOT_REQUESTS_WAITING: { label: "Pedidos à espera no total", hint: "Até onde pode crescer a fila." },
		STARTING_POINTS: {
			label: "Pontos iniciais",
			hint: "O que um espectador recebe quando entra pela primeira vez.",
		},
		PLAY_REMINDER_MINUTES: {
			label: "Lembrete após (minutos)",
			hint: "Quem joga este tempo sem fazer uma pausa recebe um lembrete.",
		},
		SITE_TIMEZONE: {
			label: "Fuso horário",
			hint: "Para todas as horas do site e para o dia dos limites e das estatísticas.",
		},
		SLOT_DEMO_HOSTS: {
			label: "Domínios das demos de slots",
			hint: "As demos só abrem no site a partir destes domínios, separados por vírgulas.",
		},
		PLINKO_NAME: { label: "Nome do Plinko", hint: "Até 40 caracteres." },
		PLINKO_NAME_EN: { label: "Nome do Plinko em inglês", hint: "Opcional." },
		CRASH_NAME: { label: "Nome do Crash a solo", hint: "Até 40 caracteres." },
		CRASH_NAME_EN: { label: "Nome do Crash a solo em inglês", hint: "Opcional." },
		LIVE_CRASH_NAME: { label: "Nome do Crash ao vivo", hint: "Até 40 caracteres." },
		LIVE_CRASH_NAME_EN: { label: "Nome do Crash ao vivo em inglês", hint: "Opcional." },
		SLOTS_TITLE: { label: "Título da página das slots", hint: "Até 60 caracteres." },
		SLOTS_TITLE_EN: { label: "Título da página das slots em inglês", hint: "Opcional." },
		LEGAL_DATE: {
			label: "Última atualização",
			hint: "A data por baixo dos títulos. Deixa em branco para o dia em que cada texto foi mudado pela última vez.",
		},
		ALERTS_STORE: { label: "Loja", hint: "Produtos resgatados e objetivos que os espectadores alcançam." },
		ALERTS_GAME: {
			label: "Grandes ganhos",
			hint: "A partir do valor que defines em Regras. Quem joga com pseudónimo nunca é nomeado.",
		},
		ALERTS_RAFFLE: { label: "Sorteios", hint: "Quando abre um e quando é feito." },
		ALERTS_TOURNAMENT: { label: "Torneios", hint: "Quando abre, começa e acaba um." },
		ALERTS_PREDICTION: { label: "Previsões", hint: "Quando abre, fecha e é decidida uma." },
		ALERTS_HUNT: { label: "Bonus hunt", hint: "Quando começa e acaba." },
		ALERTS_CODE: { label: "Códigos", hint: "Que há um código novo; nunca o próprio código." },
		ALERTS_STREAM: { label: "Início do direto", hint: "Quando o direto começa." },
		ALERTS_SLOT: { label: "Pedidos de slots", hint: "Quando um espectador pede uma slot." },
		ALERT_SOUND: { label: "Som", hint: "Um som curto com cada alerta." },
		ALERT_SECONDS: { label: "Segundos por alerta", hint: "De 3 a 30." },
		ALERT_MIN_POINTS: {
			label: "Resgates a partir de (pontos)",
			hint: "Os produtos mais baratos não dão origem a um alerta.",
		},
		BACKUP_FOLDER: {
			label: "Fazer cópias de segurança",
			hint: "Na pasta “backups”, ao lado da base de dados, a não ser que o ambiente do servidor indique outra.",
		},
		BACKUP_EVERY_HOURS: { label: "Horas entre cópias", hint: "Por exemplo: 24 para uma por dia." },
		BACKUP_KEEP: {
			label: "Cópias a manter",
			hint: "As mais antigas são eliminadas, no armazenamento S3 também.",
		},
		BACKUP_S3_ENDPOINT: {
			label: "Endereço S3 (endpoint)",
			hint: "Como o fornecedor o mostra, por exemplo https://s3.eu-central-003.backblazeb2.com. Deixa em branco para não enviar cópias.",
		},
		BACKUP_S3_BUCKET: {
			label: "Bucket S3",
			hint: "Tem de ser privado: as cópias contêm nomes e endereços de e-mail.",
		},
		BACKUP_S3_REGION: {
			label: "Região S3",
			hint: "Como o fornecedor a mostra, por exemplo eu-central-003 ou auto.",
		},
		BACKUP_S3_KEY_ID: {
			label: "ID da chave S3",
			hint: "De uma chave que só serve para este bucket.",
		},
		BACKUP_S3_SECRET: {
			label: "Chave secreta S3",
			hint: "Aparece quando crias a chave; o site guarda-a cifrada.",
		},
	},
	test: {
		bot: "Enviar um teste",
		webhook: "Enviar um teste",
		discord: "Enviar um teste",
		pointsProvider: "Consultar pontos",
		hunt: "Ler agora",
		backups: "Testar o armazenamento S3",
		running: "Um momento…",
		who: "Nome do espectador",
		item: "Teste das definições",
		delivered: "O bot aceitou a mensagem.",
		accepted: "A mensagem foi aceite.",
		failed: "Mensagens que falharam",
		failedText:
			"Assim que um teste for aceite, as assinaladas são enviadas de novo e as outras são descartadas.",
		again_one: "{{count, number}} mensagem que tinha falhado é enviada de novo.",
		again_other: "{{count, number}} mensagens que tinham falhado são enviadas de novo.",
		points_one: "{{name}} tem lá {{count, number}} ponto.",
		points_other: "{{name}} tem lá {{count, number}} pontos.",
		slots_one: "Funciona: o hunt tem {{count, number}} slot.",
		slots_other: "Funciona: o hunt tem {{count, number}} slots.",
		copies_one: "Funciona: há {{count, number}} cópia no armazenamento.",
		copies_other: "Funciona: há {{count, number}} cópias no armazenamento.",
		storeFailed: "Não é possível usar o armazenamento: {{reason}}.",
		parts: { statistics: "as estatísticas", slots: "as slots" },
		huntFailed: "Não foi possível ler {{part}}: {{reason}}.",
		faults: {
			timeout: "não houve resposta a tempo",
			unreachable: "não foi possível contactar o servidor",
			private: "o endereço não é público",
			keys: "não aceita as chaves, ou elas não são para este bucket",
			bucket: "esse bucket não existe",
			region: "o bucket está noutra região",
			clock: "o relógio do servidor está errado",
			other: "aconteceu um erro inesperado; o registo (log) diz qual",
			status: "o servidor respondeu com o estado {{status}}",
			invalid: "a resposta não é a esperada ({{reason}})",
		},
	},
	proposals: {
		title: "Moderadores do teu canal",
		unasked:
			"A Twitch pode listar os moderadores do teu canal. Os que já iniciaram sessão aqui aparecem para escolheres: ninguém é adicionado automaticamente.",
		ask: "Perguntar à Twitch",
		unallowed:
			"O site ainda não pode ler essa lista. Volta a ligar a Twitch, como dono do canal, para o permitir.",
		allow: "Permitir na Twitch",
		unanswered: "A Twitch não respondeu. Tenta de novo daqui a um minuto.",
		none: "Não falta aqui nenhum moderador do canal: ou já estão na equipa, ou ainda não iniciaram sessão neste site com a Twitch.",
		asked: "Já iniciaram sessão aqui e ainda não têm permissões. Escolhe um para preencher o nome.",
	},
	api: {
		intro:
			"Com um token, um bot ou programa teu pode ler o site, dar pontos e saber o que acontece. Um token só funciona enquanto quem o criou for administrador. Em docs/bots.md estão os passos para o Streamer.bot, o Mix It Up e outros.",
		tokens: "Todos os tokens",
		add: "Novo token",
		addButton: "Criar token",
		name: "Programa",
		nameHint: "P. ex. Streamer.bot. Os espectadores veem este nome junto dos pontos que ele dá.",
		scopes: "O que pode fazer",
		scope: {
			read: {
				name: "Ler o site",
				text: "O hunt, os sorteios, os torneios e a loja, tal como todos os veem.",
			},
			balances: { name: "Ler saldos", text: "Os pontos de qualquer pessoa, pelo nome, e quem tem mais." },
			points: { name: "Dar pontos", text: "Não pode tirar pontos, nem dar-tos a ti." },
			events: { name: "Seguir os acontecimentos", text: "Saber na hora o que acontece no site." },
		},
		dailyPoints: "Pontos que pode dar por dia",
		dailyPointsHint: "Só se puder dar pontos. O dia muda à meia-noite UTC.",
		life: "Termina ao fim de",
		days_one: "{{count, number}} dia",
		days_other: "{{count, number}} dias",
		created: "O token para {{name}} só é mostrado uma vez. Copia-o agora.",
		createdBy: "criado por {{name}}",
		givenToday: "Dados hoje: {{given}} de {{most}}",
		lastUsed: "último uso: {{when}}",
		ends: "Termina em {{when}}",
		revoked: "Revogado em {{when}}",
		revoke: "Revogar",
		revokeOne: "Revogar o token para {{name}}",
		document: "Descrição da API (OpenAPI)",
		services: "Webhook e canal do Discord",
	},
	moderators: {
		title: "Moderadores",
		intro:
			"Os moderadores só fazem o que escolheres aqui. Nunca veem definições, exportações nem cópias de segurança, e o que fazem fica no registo de alterações. Uma alteração aplica-se de imediato.",
		add: "Adicionar um moderador",
		may: "O que pode gerir",
		dailyPoints: "Pontos que pode dar por dia",
		dailyPointsHint:
			"Ofertas e prémios contam por inteiro, os itens pelo preço, e cada código uma vez. Vazio: nem pontos nem prémios.",
		rights: {
			orders: { name: "Pedidos", text: "Aprova ou cancela pedidos, mas não vê códigos nem e-mails." },
			hunt: {
				name: "Bonus hunts",
				text: "Gere o hunt, corrige os anteriores e paga o prémio, mas não dá palpites.",
			},
			raffles: { name: "Sorteios", text: "Cria e edita sorteios, passa um lugar ao seguinte ou cancela-os." },
			tournaments: { name: "Torneios", text: "Cria e gere torneios, ou cancela-os." },
			predictions: { name: "Previsões", text: "Abre, fecha e decide previsões." },
			codes: { name: "Códigos", text: "Cria códigos de pontos e termina-os, sem o overlay." },
			crash: { name: "Crash ao vivo", text: "Inicia e para o jogo ao vivo." },
			requests: {
				name: "Pedidos de slots",
				text: "Joga as slots que os espectadores pedem, põe-nas no hunt ou salta-as com devolução.",
			},
			names: { name: "Nomes", text: "Esconde um nome e imagem ofensivos, ou volta a mostrá-los." },
			points: { name: "Pontos", text: "Dá pontos a outras pessoas, até ao total diário." },
		},
	},
	admins: {
		title: "Quem é administrador",
		intro: "Os administradores veem e mudam tudo no site. Uma alteração aqui aplica-se de imediato.",
		site: "Adicionado aqui",
		environment: "Vem do ambiente do servidor",
		role: "Tem a função Admin no serviço de autenticação",
		neverSignedIn: "ainda não iniciou sessão",
		remove: "Remover",
		removeOne: "Remover {{name}}",
		add: "Adicionar um administrador",
		addButton: "Adicionar",
		who: "Nome",
		whoHint: "O nome de alguém que já iniciou sessão neste site.",
		isSubject:
			"Escrevi o ID da pessoa no serviço de autenticação (“sub”) em vez do nome, porque ainda não iniciou sessão.",
	},
};

/** What forms say about invalid values. */
export const settingErrors = {
	goalTextInvalid: "Até 60 caracteres.",
	goalTargetInvalid: "Um número inteiro a partir de 1, só algarismos.",
	goalSinceInvalid: "Uma data, ou deixa em branco.",
	botUrlInvalid: "Um URL completo, a começar por https://, ou deixa em branco.",
	botSecretInvalid: "Pelo menos 16 caracteres: sem um segredo, o bot não sabe de quem vem a mensagem.",
	pointsChannelInvalid: "24 algarismos ou letras de a a f, ou deixa em branco.",
	pointsUrlInvalid:
		"Um URL completo com “username” entre chavetas no lugar do nome do espectador, ou deixa em branco.",
	pointsNameInvalid: "Até 40 caracteres.",
	huntSourceInvalid:
		"Um URL completo, a começar por http:// ou https://. Preenche os dois endereços: estatísticas e slots.",
	serviceUrlInvalid: "Um URL completo, a começar por http:// ou https://, ou deixa em branco.",
	huntUserInvalid: "Até 100 caracteres.",
	requestNumberInvalid:
		"Um número inteiro, só algarismos: até 1 000 000 pontos, 20 por espectador, 200 no total.",
	streamDelayInvalid: "Um número inteiro de segundos de 0 a 900, só algarismos.",
	startingPointsInvalid: "Um número inteiro a partir de 0, só com algarismos.",
	reminderInvalid: "Um número de minutos maior do que 0.",
	timeZoneInvalid: "Um fuso horário, por exemplo Europe/Lisbon.",
	gameNameInvalid: "Até 40 caracteres.",
	slotsTitleInvalid: "Até 60 caracteres.",
	legalDateInvalid: "Uma data: ano, mês e dia.",
	demoHostsInvalid: "Domínios como demo.exemplo, separados por vírgulas, sem https:// e sem o deste site.",
	bigWinInvalid: "Pontos, como 500, ou um multiplicador, como 100x.",
	alertSecondsInvalid: "Um número inteiro de segundos de 3 a 30.",
	backupHoursInvalid: "Um número de horas maior do que 0, por exemplo 24.",
	backupKeepInvalid: "Um número inteiro a partir de 1.",
	storeAddressInvalid:
		"Um endereço https sem caminho, por exemplo https://s3.eu-central-003.backblazeb2.com.",
	storeBucketInvalid: "O nome do bucket, ou o nome e uma pasta, por exemplo copias/plateia.",
	storeRegionInvalid: "Uma região como eu-central-003.",
	storeKeyInvalid: "O armazenamento S3 precisa do ID da chave e da chave secreta.",
	channelNameInvalid: "Um nome de 1 a 40 caracteres.",
	taglineTooLong: "No máximo 300 caracteres.",
	aboutTooLong: "No máximo 5 000 caracteres.",
	contactEmailInvalid: "Um e-mail, por exemplo ola@exemplo.pt, ou deixa em branco.",
	twitchLoginInvalid: "Um nome de canal da Twitch, por exemplo plateia_live, ou deixa em branco.",
	nextStreamInvalid: "Uma data com hora, ou deixa em branco.",
	maxBetInvalid:
		"Um múltiplo de 10, de 10 a 1 000 000 000, só com algarismos. Deixa em branco para não haver máximo.",
	clientInvalid: "Usa no máximo 100 caracteres, sem espaços.",
};
