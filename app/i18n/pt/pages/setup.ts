import type { Messages } from "../../messages";

export const setup: Messages["setup"] = {
	closed: {
		title: "Este site está a ser preparado",
		text: "Ainda não abriu. Volta daqui a pouco.",
		toSetup: "Sou eu que o estou a preparar",
	},
	starting: {
		title: "O site está a arrancar",
		text: "Demora uns segundos. A página volta a carregar sozinha.",
	},
	link: {
		title: "Abre a ligação de preparação",
		missing:
			"Quem gere o site prepara-o com uma ligação. Funciona uma só vez, no prazo de 15 minutos, e só no navegador que a abre. No servidor, o comando “plateia setup” mostra uma nova; no registo (log) também há uma.",
		insecure:
			"A preparação precisa de https, ou de um navegador atual no próprio servidor (localhost), para que ninguém leia o que escreves. Uma ligação aberta de outra forma deixa de funcionar; no servidor, “plateia setup” mostra uma nova. Se houver um proxy à frente do site, define TRUSTED_PROXY_HOPS e faz o proxy enviar X-Forwarded-Proto.",
	},
	move: {
		title: "Continua no endereço público",
		text: "Só é possível iniciar sessão no endereço público do site, {{address}}. Abre lá a ligação de preparação: está no registo (log) do servidor, e “plateia setup” mostra uma nova.",
		open: "Continuar em {{address}}",
	},
	form: {
		title: "Prepara este site",
		intro:
			"Os espectadores entram com um serviço que já os conhece. Liga-o, experimenta-o e passas a ser o primeiro administrador.",
		service: "Serviço de autenticação",
		redirect: "URL de redirecionamento para copiar",
		redirectHint:
			"O endereço desta página, {{origin}}, passa a ser o endereço público do site. Para usar outro, abre lá a ligação de preparação; se o mudares mais tarde, toda a gente terá de voltar a entrar.",
		otherFixed: "Também vem do ambiente do servidor: {{names}}.",
		save: "Guardar e verificar",
	},
	presets: {
		twitch: {
			name: "Twitch",
			register:
				"Regista uma aplicação na consola de programadores da Twitch com a conta do canal: categoria Website Integration, tipo Confidential. Indica o URL de redirecionamento que vês em baixo e cria um segredo.",
		},
		auth0: {
			name: "Auth0",
			register:
				"Cria uma Regular Web Application no Auth0 e indica o URL de redirecionamento que vês em baixo em Allowed Callback URLs. O docs/sign-in.md descreve a API e a Action para os nomes e as funções.",
		},
		other: {
			name: "Outro (OpenID Connect)",
			register:
				"Cria no teu serviço um cliente confidencial com o fluxo authorization code e exatamente este URL de redirecionamento.",
		},
	},
	faults: {
		APP_ORIGIN: "SLOT_DEMO_HOSTS, no ambiente do servidor, não pode conter este endereço.",
		OIDC_ISSUER: "Indica o endereço do emissor, por exemplo: https://login.exemplo.pt.",
		OIDC_CLIENT_ID: "Indica o ID do cliente.",
		OIDC_CLIENT_SECRET: "Indica o segredo do cliente.",
		OIDC_SCOPE: "O âmbito tem de incluir openid.",
		unreachable:
			"Nenhum serviço de autenticação responde nesse endereço. Verifica-o, e também se o servidor lá chega; o registo diz porquê.",
		unsupported:
			"O serviço nesse endereço exige {{demands}}, o que este site não suporta. Permite lá um segredo do cliente (client_secret_basic ou client_secret_post) e um início de sessão sem estas exigências, ou escolhe outro serviço.",
		otherIssuer: "O serviço nesse endereço diz que o seu emissor é {{issuer}}. Indica exatamente esse.",
	},
	problems: {
		cancelled: "Saíste antes de terminares o início de sessão. Tenta de novo.",
		expired: "O início de sessão demorou demasiado ou começou noutra janela. Tenta de novo.",
		provider: "O serviço de autenticação não deu uma resposta que se possa usar. O registo diz porquê.",
		clock:
			"O relógio deste servidor e o do serviço de autenticação diferem em cerca de {{minutes, number}} minutos. Acerta o relógio do servidor e tenta de novo.",
		refused:
			"A resposta do serviço de autenticação não é de confiança. Verifica se o emissor e o cliente pertencem um ao outro; o registo diz porquê.",
		secret: "O serviço de autenticação não aceita o ID ou o segredo do cliente. Copia os dois de novo.",
		scope: "O serviço de autenticação não conhece um dos âmbitos. Muda o âmbito e tenta de novo.",
		redirect:
			"O serviço de autenticação não aceita o URL de redirecionamento. Regista exatamente o que vês em baixo.",
		changed: "Algo mudou desde que abriste esta página. Verifica e experimenta de novo.",
		storage: "O site não conseguiu guardar as definições. O registo diz porquê.",
	},
	test: {
		title: "Experimenta",
		text: "O serviço foi encontrado. Agora inicia tu a sessão, com a conta que vai ser o primeiro administrador.",
		signIn: "Iniciar sessão para experimentar",
		again: "Experimentar outra vez",
		hint: "Se o serviço mostrar um erro sobre o URL de redirecionamento, regista lá exatamente o que vês em cima.",
	},
	finish: {
		title: "Funciona",
		name: "Nome",
		subject: "ID no serviço (“sub”)",
		picture: "Imagem",
		email: "E-mail",
		roles: "Funções",
		claims: "Claims recebidas",
		yes: "Sim",
		no: "Não",
		none: "Nenhuma",
		button: "Terminar: fazer de {{name}} o primeiro administrador",
	},
	done: {
		title: "Está pronto",
		text: "{{name}} já é administrador. O site está a arrancar; daqui a uns segundos podes iniciar sessão.",
		signIn: "Iniciar sessão",
	},
};
