import type { refusals as en } from "../en/refusals";

export const refusals = {
	crossSite: "Esta ação não veio deste site, por isso não foi executada.",
	adminsOnly: "Só os administradores podem fazer isto.",
	cannotStore:
		"O site não consegue guardar nada neste momento. Tenta de novo daqui a um minuto: nada é jogado, cobrado ou guardado duas vezes.",
	siteBusy:
		"O site está muito concorrido e não conseguiu fazer o que pediste. Tenta de novo daqui a uns segundos: nada é jogado, cobrado ou guardado duas vezes.",
	payoutNotStored:
		"O teu levantamento conta, mas o site não o consegue guardar neste momento. Continua a tentar; se tiver de parar antes, recebes a aposta de volta.",
	tooManyCancellations:
		"Já cancelaste {{limit}} apostas no último minuto e, por agora, não podes cancelar mais. Esta aposta continua na ronda.",
	tooManyGames:
		"Há demasiados jogos a decorrer, por isso o teu não foi iniciado. Tenta de novo daqui a um minuto: não te foram descontados pontos.",
	bodyUnreadable: "Não foi possível ler o formulário.",
	idempotencyKeyReused:
		"Este formulário já foi enviado com outros valores. Recarrega a página e tenta de novo.",
	accountChanged:
		"Entretanto, a sessão passou para outra conta. Não foi jogado nem cobrado nada; verifica o saldo e tenta de novo.",
	imageInvalid:
		"Um endereço que comece por http, ou o nome de um ficheiro de imagem, por exemplo caneca.webp.",
	imageUrlInvalid:
		"Um endereço completo que comece por http:// ou https://. Para usar um ficheiro, carrega-o abaixo.",
	imageTooLarge: "Uma imagem pode ter no máximo 5 MB e 40 megapíxeis.",
	imageUnreadable: "Não foi possível ler a imagem. Formatos aceites: JPEG, PNG, WebP, AVIF e GIF.",
	itemNameInvalid: "Um nome de 1 a 100 caracteres.",
	descriptionTooLong: "No máximo 1 000 caracteres.",
	priceInvalid: "Um número inteiro de pontos de 1 a 1 000 000 000, só com algarismos.",
	stockInvalid: "Um número inteiro de 0 a 1 000 000, só com algarismos.",
	limitInvalid: "Um número inteiro de 1 a 1 000 000, ou deixa em branco.",
	cooldownInvalid: "Horas inteiras, de 1 a 8 760, ou deixa em branco.",
	questionTooLong: "No máximo 200 caracteres.",
	codesInvalid: "No máximo 5 000 códigos de cada vez, cada um com 200 caracteres no máximo.",
	editConflict:
		"Entretanto, outro administrador alterou isto. Não foi guardado nada: abre de novo e repete a tua alteração.",
	demoUrlInvalid: "Um endereço completo que comece por https://, sem nome de utilizador.",
	demoHostRefused:
		"As demos só podem vir destes domínios: {{hosts}}. São os de SLOT_DEMO_HOSTS, na configuração.",
	promotionGone: "Esta promoção já não existe.",
	promotionTextTooLong: "No máximo 2 000 caracteres.",
	bonusTooLong: "No máximo 100 caracteres.",
	shortTextTooLong: "No máximo 60 caracteres.",
	minDepositInvalid: "Um valor em euros, por exemplo 10 ou 12,50, ou deixa em branco.",
	hoursInvalid: "Um número de horas, por exemplo 24 ou 1,5, ou deixa em branco.",
	claimUrlInvalid: "Um endereço completo que comece por http:// ou https://, sem nome de utilizador.",
	slotGone: "Esta slot já não existe.",
	balanceChanged:
		"Entretanto, o saldo mudou: era {{shown, number}} e agora é {{points, number}}. Não foi guardado nada.",
	importEmpty: "Escolhe um ficheiro CSV ou cola o conteúdo.",
	importNotText: "Este ficheiro não é texto em UTF-8. Guarda-o como CSV UTF-8 e tenta de novo.",
	importUnreadable: "Não é possível ler a linha {{line}}: há aspas fora do sítio.",
	importLineTooLong:
		"A linha {{line}} é demasiado longa: cada linha tem no máximo {{most, number}} caracteres.",
	importColumns: "A primeira linha tem de indicar as colunas: points, e id ou username.",
	importTooLong: "São mais de {{most, number}} linhas. Divide o ficheiro.",
	importHasFaults: "Há linhas com erros, por isso não foi importado nada.",
	importChanged:
		"Houve saldos que mudaram desde esta pré-visualização. Não foi importado nada; estes são os valores atuais.",
	mergeOff: "Não há outro fornecedor de pontos configurado.",
	mergeChanged:
		"Entretanto, mudaram os pontos em {{provider}} ou os que já tinham sido somados. Não foi somado nada; verifica os números e confirma de novo.",
	mergeTooMuch: "Com estes pontos o saldo ficaria demasiado grande. Não foi somado nada.",
	mergeGone: "Esta soma não existe ou já foi anulada.",
	mergeSpent: "Não é possível anular: entraram {{credited, number}} pontos e só restam {{points, number}}.",
	providerTimeout: "{{provider}} não respondeu em {{seconds}} s. Não mudou nada; tenta mais tarde.",
	providerUnreachable: "Não foi possível contactar {{provider}}. Não mudou nada.",
	providerUnknownUser: "{{provider}} não tem pontos registados para {{username}}. Não mudou nada.",
	providerBusy:
		"{{provider}} recebeu demasiados pedidos. Tenta de novo dentro de {{seconds}} s; não mudou nada.",
	providerBusyAWhile: "{{provider}} recebeu demasiados pedidos. Tenta mais tarde; não mudou nada.",
	providerFailed: "{{provider}} devolveu um erro ({{status}}). Não mudou nada; tenta mais tarde.",
	providerRefused: "{{provider}} recusou o pedido ({{status}}). Não mudou nada; verifica as definições.",
	providerRedirected:
		"{{provider}} reencaminhou para outro endereço ({{status}}), que não é seguido. Não mudou nada; verifica as definições.",
	providerTooLong: "{{provider}} devolveu uma resposta demasiado grande. Não mudou nada.",
	providerNotJson: "{{provider}} devolveu uma resposta que não é JSON. Não mudou nada.",
	providerNoNumber: "A resposta de {{provider}} não tem um número inteiro de pontos. Não mudou nada.",
	providerNegative: "{{provider}} devolveu um valor negativo. Não mudou nada.",
	providerHuge: "{{provider}} devolveu um valor demasiado grande. Não mudou nada.",
	linkInvalid: "Um endereço completo que comece por http:// ou https://, ou deixa em branco.",
	embedInvalid: "Isto não é o endereço de uma publicação do Instagram nem o seu código de incorporação.",
	embedKnown: "Esta publicação já está na página.",
	embedsFull: "A página está cheia: elimina primeiro uma publicação.",
	embedGone: "Esta publicação já não existe.",
	changesUnsaved: "Não foi possível guardar as alterações. Tenta de novo.",
	channelNameInvalid: "Um nome de 1 a 40 caracteres.",
	taglineTooLong: "No máximo 300 caracteres.",
	aboutTooLong: "No máximo 5 000 caracteres.",
	contactEmailInvalid: "Um e-mail, por exemplo ola@exemplo.pt, ou deixa em branco.",
	twitchLoginInvalid: "Um nome de canal da Twitch, p. ex. plateia_live, ou deixa em branco.",
	nextStreamInvalid: "Uma data com hora, ou deixa em branco.",
	soloDrawInvalid: "Escolhe um dos dois sorteios.",
	dailyLossInvalid:
		"Um número inteiro de pontos de 0 a 1 000 000 000. Deixa em branco para não haver limite.",
	breakMissing: "Escolhe a duração da pausa.",
	guessInvalid: "Um valor em euros de 0 a 100 000 000, por exemplo 1250 ou 1250,50.",
	guessingClosed: "Os palpites estão fechados, por isso o teu não foi registado.",
	huntOver: "Este hunt já acabou ou já começou outro. Recarrega a página.",
	pushInvalid:
		"O endereço de notificações do teu navegador não é válido. Desliga as notificações e liga-as de novo.",
	huntTitleInvalid: "Um título de 1 a 100 caracteres.",
	moneyInvalid: "Um valor em euros de 0 a 100 000 000, por exemplo 250 ou 12,50.",
	betInvalid: "Uma aposta de pelo menos 0,01 €, por exemplo 2 ou 0,40.",
	huntSlotInvalid: "Um nome de 1 a 100 caracteres.",
	huntProviderInvalid: "No máximo 60 caracteres.",
	preNoteInvalid: "No máximo 200 caracteres.",
	prizeInvalid: "Um número inteiro de pontos de 1 a 1 000 000 000, só com algarismos.",
	huntAlreadyOpen: "Já há um hunt aberto. Termina-o antes de começares outro.",
	stopLossTooHigh: "Não pode ser maior do que o custo inicial.",
	huntWithoutSlots: "Este hunt não tem slots. Descarta-o em vez de o terminares.",
	huntHasSlots: "Este hunt já tem slots. Termina-o em vez de o descartares.",
	huntFull: "Um hunt tem no máximo {{most, number}} slots.",
	huntGone: "Este hunt não existe.",
	huntNotFinished: "Este hunt ainda não terminou.",
	bonusGone: "Esta slot já não está no hunt aberto.",
	stepNotLast:
		"Entretanto foi feita outra coisa, por isso isto já não pode ser desfeito. Vê como está agora.",
	prizePaid: "O prémio deste hunt já foi pago.",
	winnerChanged: "O palpite mais próximo agora é outro. Confirma quem é antes de pagares.",
	tooManyShares: "Podes partilhar no máximo {{limit, number}} rondas. Deixa primeiro de partilhar uma delas.",
	roundNotFound: "Só podes partilhar rondas tuas que já terminaram.",
} satisfies Record<keyof typeof en, string>;
