import type { WrittenPage } from "./compose.server";

/** The cookie page in Portuguese. `compose` fills in its placeholders, such as `{name}`. */
export const cookiesPt = (): WrittenPage => ({
	title: "Cookies",
	intro:
		"Um cookie é um pequeno texto que um site guarda no teu navegador. {name} só usa cookies próprios, para o que lhe pediste: manter a sessão, lembrar as tuas escolhas e guardar os pontos de demonstração dos jogos. Sem publicidade, sem rastreio e, por isso, sem aviso a pedir consentimento.",
	sections: [
		{
			id: "own",
			title: "Os cookies deste site",
			blocks: [
				{
					head: ["Nome", "Para que serve", "Quanto dura"],
					rows: [
						[
							"`{hostPrefix}session`",
							"Mantém a tua sessão. Contém uma chave aleatória e nada sobre ti; acaba quando sais.",
							"30 dias, ou 12 horas se o serviço de autenticação não nos deixar renová-la",
						],
						["`language`", "A língua que escolheste.", "1 ano"],
						["`theme`", "O tema que escolheste, escuro ou claro.", "1 ano"],
						["`age-verified`", "Que disseste ter 18 anos ou mais, para só te perguntarmos uma vez.", "1 ano"],
						[
							"`{hostPrefix}login`",
							"Enquanto entras: prova que a resposta do serviço de autenticação pertence ao teu navegador. Acaba quando entras.",
							"10 minutos",
						],
						["`return-to`", "Enquanto entras: a página a que deves voltar.", "10 minutos"],
						[
							"`connect`",
							"Só para administradores, ao ligarem o canal à Twitch ou à Kick: prova que a resposta da plataforma pertence ao mesmo navegador.",
							"10 minutos",
						],
						[
							"`notice`",
							"Uma mensagem curta para a página seguinte, como “Entraste na tua conta”.",
							"1 minuto",
						],
						[
							"`other-host`",
							"Se abrires o site noutro endereço: evita que te reencaminhemos em círculo.",
							"No máximo 1 hora",
						],
						[
							"`games-demo`",
							"Sem conta: os teus pontos de demonstração e os totais em jogos como o Plinko. É assinado, para não poder ser alterado.",
							"30 dias",
						],
						["`crash-demo`", "O mesmo para o Crash.", "30 dias"],
						[
							"`social-posts`",
							"Que pediste para ver as publicações incorporadas na página das redes sociais.",
							"Até fechares o navegador",
						],
					],
				},
				"Cada um só é criado quando é preciso: quem só dá uma vista de olhos em português fica apenas com o `age-verified`. Nenhum script da página os pode ler.",
			],
		},
		{
			id: "storage",
			title: "O que mais fica no navegador",
			blocks: [
				[
					"`sound`, no armazenamento local do navegador: se ligaste os sons dos jogos, e o volume. Fica até o apagares e nunca nos é enviado.",
					"`bonus-hunt-paused`, no mesmo sítio: se paraste a fila de slots na página do bonus hunt.",
					"`admin-menu-closed`, no mesmo sítio e só para administradores: se recolheste a parte deles no menu.",
					"Uma página sem dados teus que te diz que estás sem ligação, se instalares o site como aplicação ou ligares as mensagens push.",
					"`positions`, no armazenamento de sessão do navegador: até onde tinhas deslizado em cada página. Desaparece quando fechas o separador e nunca nos é enviado.",
				],
			],
		},
		{
			id: "others",
			title: "Cookies de outros",
			blocks: [
				"Algumas coisas vêm de outras empresas, mas só depois de as abrires: uma demo de slot vem de quem a faz, uma publicação incorporada vem do Instagram, o leitor do direto vem da Twitch. Essas empresas podem então criar os seus próprios cookies, que não vemos nem controlamos. A página das redes sociais avisa-te antes de carregar seja o que for.",
				"O serviço de autenticação em {signInService} tem os seus próprios cookies, para te reconhecer da próxima vez. Os sites que abres a partir de uma ligação têm os deles.",
				"As imagens que os administradores mostram a partir de outros endereços são carregadas sem dizer em que página estás.",
			],
		},
		{
			id: "control",
			title: "Como te livrares deles",
			blocks: [
				"O teu navegador pode apagar cookies e armazenamento, só deste site ou de todos, nas definições de privacidade. Ficas então sem sessão, voltamos a perguntar-te a idade e os pontos de demonstração começam de novo. Os pontos da tua conta estão guardados no servidor e não são afetados.",
				"Também podes bloquear os cookies. Continuas a poder ler as páginas que não precisam da confirmação de idade; entrar deixa de ser possível.",
				"Dúvidas: {contact}. O que fica guardado no servidor está em [privacidade](/privacy).",
			],
		},
	],
});
