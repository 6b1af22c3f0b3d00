import type { refusals as en } from "../en/refusals";

export const refusals = {
	crossSite: "Este pedido não veio deste site e não foi executado.",
	adminsOnly: "Só os administradores podem fazer isto.",
	bodyUnreadable: "Não foi possível ler o formulário.",
	requestIdReused: "Este formulário já foi enviado com outros valores. Carrega a página outra vez e repete.",
	accountChanged:
		"Entretanto mudou quem está ligado nesta página. Não foi jogado nem cobrado nada; verifica o saldo e repete.",
	imageInvalid: "Um endereço que comece por http, ou o nome de um ficheiro de imagem, como caneca.webp.",
	imageTooLarge: "Uma imagem pode ter no máximo 5 MB e 40 megapíxeis.",
	imageUnreadable: "Não é uma imagem que se consiga ler. JPEG, PNG, WebP, AVIF e GIF servem.",
	itemNameInvalid: "Um nome de 1 a 100 caracteres.",
	descriptionTooLong: "No máximo 1000 caracteres.",
	priceInvalid: "Um número inteiro de pontos entre 1 e 1000000000, só com algarismos.",
	stockInvalid: "Um número inteiro entre 0 e 1000000, só com algarismos.",
	limitInvalid: "Um número inteiro entre 1 e 1000000, ou nada.",
	cooldownInvalid: "Horas inteiras entre 1 e 8760, ou nada.",
	questionTooLong: "No máximo 200 caracteres.",
	codesInvalid: "No máximo 5000 códigos de cada vez, cada um com 200 caracteres no máximo.",
	editedMeanwhile: "Entretanto, outro administrador alterou isto. Abre de novo e repete a tua alteração.",
	providerNameTooLong: "No máximo 60 caracteres.",
	demoUrlInvalid: "Um endereço completo que comece por https://, sem nome de utilizador.",
	demoHostRefused:
		"As demos só podem ser mostradas a partir destes domínios: {{hosts}}. São os de SLOT_DEMO_HOSTS, na configuração.",
	slotGone: "Esta slot já não existe.",
	itemEditedMeanwhile:
		"Entretanto, outro administrador mudou este item. Abre-o de novo e repete a alteração.",
	balanceChanged:
		"O saldo mudou entretanto: era {{shown, number}} e agora é {{points, number}}. Não foi guardado nada.",
	importEmpty: "Escolhe um ficheiro CSV ou cola o seu texto.",
	importNotText: "Este ficheiro não é texto em UTF-8. Guarda-o como CSV UTF-8 e tenta de novo.",
	importUnreadable: "Não é possível ler a linha {{line}}: há uma aspa fora do sítio.",
	importLineTooLong:
		"A linha {{line}} é demasiado longa: cada linha tem no máximo {{most, number}} caracteres.",
	importColumns: "A primeira linha tem de indicar as colunas: points, e id ou username.",
	importTooLong: "São mais de {{most, number}} linhas. Divide o ficheiro.",
	importHasFaults: "Nem todas as linhas estão certas, por isso não foi escrito nada.",
	importChanged:
		"Houve saldos que mudaram desde esta pré-visualização. Não foi escrito nada; eis como está agora.",
	mergeOff: "Não há outro fornecedor de pontos configurado.",
	mergeChanged:
		"Os pontos em {{provider}}, ou os que já tinham sido somados, mudaram entretanto. Não foi somado nada; verifica os números e confirma de novo.",
	mergeTooMuch: "Com estes pontos o saldo ficaria demasiado grande. Não foi somado nada.",
	mergeGone: "Esta soma não existe ou já foi anulada.",
	mergeSpent: "Não é possível anular: entraram {{credited, number}} pontos e só restam {{points, number}}.",
	providerTimeout: "{{provider}} não respondeu em {{seconds}} s. Não mudou nada; tenta mais tarde.",
	providerUnreachable: "Não foi possível chegar a {{provider}}. Não mudou nada.",
	providerUnknownUser: "{{provider}} não conhece pontos de {{username}}. Não mudou nada.",
	providerBusy:
		"{{provider}} recebeu demasiados pedidos. Tenta de novo dentro de {{seconds}} s; não mudou nada.",
	providerBusyAWhile: "{{provider}} recebeu demasiados pedidos. Tenta mais tarde; não mudou nada.",
	providerFailed: "{{provider}} tem uma falha própria ({{status}}). Não mudou nada; tenta mais tarde.",
	providerRefused: "{{provider}} recusou o pedido ({{status}}). Não mudou nada; verifica as definições.",
	providerRedirected:
		"{{provider}} reencaminhou para outro endereço ({{status}}), que não é seguido. Não mudou nada; verifica as definições.",
	providerTooLong: "{{provider}} deu uma resposta demasiado grande. Não mudou nada.",
	providerNotJson: "{{provider}} respondeu algo que não é JSON. Não mudou nada.",
	providerNoNumber: "A resposta de {{provider}} não tem um número inteiro de pontos. Não mudou nada.",
	providerNegative: "{{provider}} diz que há menos de 0 pontos. Não mudou nada.",
	providerHuge: "{{provider}} diz que há mais pontos do que pode haver. Não mudou nada.",
	linkInvalid: "Um endereço completo, a começar por http:// ou https://, ou nada.",
	linksEditedMeanwhile:
		"Entretanto, outro administrador mudou as ligações. Não foi guardado nada: abre-as de novo e repete a alteração.",
	embedInvalid: "Isto não é o endereço de uma publicação do Instagram nem o seu código de incorporação.",
	embedKnown: "Esta publicação já está na página.",
	embedsFull: "A página está cheia: elimina primeiro uma publicação.",
	embedGone: "Esta publicação já não existe.",
	embedEditedMeanwhile:
		"Entretanto, outro administrador mudou esta publicação. Abre-a de novo e repete a alteração.",
	changesUnsaved: "Não foi possível guardar as alterações. Tenta de novo.",
	channelNameInvalid: "Um nome de 1 a 40 caracteres.",
	taglineTooLong: "No máximo 300 caracteres.",
	aboutTooLong: "No máximo 5000 caracteres.",
	contactEmailInvalid: "Um e-mail como ola@exemplo.pt, ou nada.",
	soloDrawInvalid: "Escolhe um dos dois sorteios.",
	settingsEditedMeanwhile:
		"Entretanto, outro administrador mudou as definições. Não foi guardado nada: copia o que escreveste, carrega a página outra vez e repete.",
	dailyLossInvalid: "Um número inteiro de pontos de 0 a 1 000 000 000, ou nada para não haver limite.",
	breakMissing: "Escolhe a duração da pausa.",
	guessInvalid: "Um valor em euros de 0 a 100000000, por exemplo 1250 ou 1250,50.",
	guessingClosed: "Os palpites estão fechados: o teu não foi registado.",
	huntOver: "Este hunt já acabou, ou já começou outro. Carrega a página de novo.",
} satisfies Record<keyof typeof en, string>;
