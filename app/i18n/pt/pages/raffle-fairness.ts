import type { Messages } from "../../messages";

export const raffleFairness: Messages["raffleFairness"] = {
	title: "Jogo justo nos sorteios",
	intro:
		"Ninguém pode escolher quem ganha um sorteio. Quando o sorteio é criado, o servidor compromete-se com uma semente secreta, mostrando o seu SHA-256, e indica uma ronda de uma fonte pública que ainda está para vir. Quando fecha, a lista de bilhetes é congelada. A semente e a ronda dão, juntas, a ordem de todos os bilhetes. Qualquer pessoa pode repetir as contas.",
	file: "Ficheiro do sorteio",
	fileHint: "A página de cada sorteio tem uma ligação para ele. Continua válido mesmo sem este site.",
	choose: "Escolher ficheiro",
	noFile: "Nenhum ficheiro escolhido",
	checking: "A verificar…",
	unreadable: "Isto não é o ficheiro de um sorteio.",
	unavailable:
		"Não foi possível verificar o sorteio aqui. Volta a carregar a página ou verifica-o com os comandos desta página.",
	verifierText:
		"Tudo aqui é calculado no teu navegador; nada é enviado. Com a página aberta, também funciona sem internet.",
	noScript:
		"Sem scripts, esta página não consegue verificar um sorteio. Os comandos desta página fazem o mesmo com ferramentas que o teu computador talvez já tenha.",
	download: "Guardar o ficheiro do sorteio",
	allGood: "Está tudo certo: este resultado decorre da semente, da ronda e dos bilhetes.",
	notDrawn: "Até agora, está tudo certo. O sorteio ainda está para vir.",
	bad: "Este sorteio não está certo.",
	checks: {
		list: {
			yes: "A lista de bilhetes é aquela cujo hash foi publicado.",
			no: "A lista de bilhetes não é aquela cujo hash foi publicado.",
		},
		round: {
			yes: "A ronda da fonte é a que decorre das horas de fecho e de congelamento.",
			no: "A ronda da fonte não é a que decorre das horas de fecho e de congelamento.",
		},
		frozen: {
			yes: "A lista foi congelada antes de a ronda ser publicada.",
			no: "A lista não foi congelada antes de a ronda ser publicada.",
		},
		seed: {
			yes: "A semente é aquela cujo hash foi publicado.",
			no: "A semente não é aquela cujo hash foi publicado.",
		},
		signature: {
			yes: "A assinatura da ronda é da fonte.",
			no: "A assinatura da ronda não é da fonte.",
		},
		places: {
			yes: "O sorteio dá exatamente estes lugares.",
			no: "O sorteio dá outros lugares.",
		},
	},
	compare:
		"Compara estes dados com o que a página do sorteio mostrava antes do resultado. Quem os anotou sabe que não foram alterados.",
	site: "Site",
	seedHash: "SHA-256 da semente",
	beacon: "Fonte",
	quicknet: "drand quicknet, mantida por mais de dez organizações independentes",
	local: "fonte local do site",
	localText:
		"Foi o próprio site que fez esta ronda, porque não tem ligação à fonte pública. O sorteio pode ser repetido, mas não prova que o site não pudesse escolher o resultado.",
	late: "A lista foi congelada tarde, quando a ronda indicada no início já podia ser conhecida. Por isso, decide uma ronda posterior.",
	round: "Ronda da fonte",
	listHash: "SHA-256 da lista de bilhetes",
	prizes: "Prémios",
	tickets: "Bilhetes",
	ticketsFrozen: "{{count, number}}, lista congelada {{when}}",
	places: "Lugares",
	place: "Lugar {{place}}: bilhete {{ticket}}, prémio {{prize}}",
	passed: "Lugar {{place}}: bilhete {{ticket}}, preterido: {{reason}}",
	byHand: "Sem esta página",
	byHandText: "Aqui, o ficheiro chama-se draw.json. Os comandos precisam de jq, xxd e openssl.",
	steps: {
		seed: "A semente dá seedHash:",
		list: "A lista, com o título, os prémios e os bilhetes, dá listHash:",
		signature: "A fonte tem a mesma assinatura para a ronda:",
		randomness: "A assinatura dá randomness:",
		order:
			"Os bilhetes pela ordem do sorteio. O primeiro bilhete de cada pseudónimo fica com o lugar seguinte; quem é preterido passa o prémio ao lugar seguinte:",
	},
	signatureText:
		"A assinatura em si é BLS na curva BLS12-381, sobre o SHA-256 da ronda em 8 bytes, com a etiqueta {{tag}}. Qualquer biblioteca de drand a verifica.",
};
