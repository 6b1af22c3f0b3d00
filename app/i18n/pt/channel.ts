import type { Messages } from "../messages";

export const channel: Messages["channel"] = {
	intro: "O que o site diz do teu canal. Tudo o que está aqui aparece nas páginas assim que o guardas.",
	toLinks: "Ligações das redes",
	toChanges: "Registo de alterações",
	identity: "O canal",
	name: "Nome",
	nameHint: "No cabeçalho, na página inicial e a seguir ao título de cada página.",
	taglinePt: "Frase de apresentação em português",
	taglineEn: "Frase de apresentação em inglês",
	languagesHint: "O que deixares vazio numa língua aparece na outra.",
	profileImage: "Imagem de perfil",
	profileImageHint: "Na página inicial e na bio, em círculo. Deixa vazio para usar o emblema do site.",
	about: "Sobre mim",
	aboutHint: "O texto da página da bio. Uma linha vazia começa um novo parágrafo.",
	aboutPt: "Sobre mim, em português",
	aboutEn: "Sobre mim, em inglês",
	contact: "Contacto",
	contactEmail: "E-mail de contacto",
	contactHint: "Vem nos termos e no texto de privacidade, por isso qualquer pessoa o pode ler.",
	games: "Jogos",
	soloDraw: "Sorteio do Crash a solo",
	draws: {
		table: {
			name: "Pela tabela",
			text: "As regras do próprio jogo: os voos acabam entre 1,00x e 10,00x, e o retorno depende do alvo.",
		},
		even: {
			name: "O mesmo retorno em todo o lado",
			text: "Um retorno de 99% em qualquer alvo, com voos até 1000x.",
		},
	},
	soloDrawHint:
		"Conta a partir do próximo voo. Os voos já sorteados continuam a poder ser verificados com o seu sorteio.",
	save: "Guardar definições",
	saving: "A guardar...",
};
