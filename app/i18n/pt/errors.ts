import type { Messages } from "../messages";

export const errors: Messages["errors"] = {
	crossSite: "Este pedido não veio deste site e não foi executado.",
	signInFirst: "Entra primeiro na tua conta.",
	adminsOnly: "Só os administradores podem fazer isto.",
	tooManyRequests: "Foi demasiado rápido. Tenta de novo dentro de {{seconds}} s.",
	bodyTooLarge: "O que foi enviado é demasiado grande.",
	bodyUnreadable: "Não foi possível ler o formulário.",
	invalidInput: "Há aqui algo que não é válido. Verifica, por favor.",
	requestIdMissing: "Esta página expirou. Carrega-a outra vez e repete.",
	requestIdReused: "Este formulário já foi enviado com outros valores. Carrega a página outra vez e repete.",
	accountChanged:
		"Entretanto mudou quem está ligado nesta página. Não foi jogado nada; verifica o saldo e repete.",
	insufficientPoints: "Pontos insuficientes",
	stakeNotOffered: "Escolhe uma das apostas disponíveis.",
	ballsOutOfRange: "Escolhe entre 1 e 50 bolas.",
	bettingClosed: "As apostas fecharam: o voo já começou.",
	betAlreadyPlaced: "Já tens uma aposta nesta ronda.",
	noBet: "Não há aqui nenhuma aposta tua.",
	notFlying: "O voo ainda não começou.",
	tooLate: "Tarde demais: o voo acabou em {{multiplier, number(minimumFractionDigits: 2)}}x.",
	betRefunded: "Essa aposta foi anulada e os pontos foram devolvidos.",
	stakeInvalid: "Aposta pelo menos 10 pontos, de 10 em 10.",
	targetInvalid: "O levantamento automático vai de 1,01 a 1000, com duas casas decimais no máximo.",
	gameInactive: "O jogo Crash está inativo de momento.",
	gameAlreadyActive: "O jogo já está ativo.",
	seedInPlay: "Há um voo com a tua aposta sorteado a partir desta semente. Espera que acabe.",
	clientSeedInvalid: "De 1 a 64 letras, algarismos, pontos, hífenes ou sublinhados (_).",
	siteFailed: "Algo falhou do nosso lado. Tenta de novo: nada é jogado duas vezes.",
	offline: "Não foi possível chegar ao site. Verifica a ligação e tenta de novo: nada é jogado duas vezes.",
};

export const notices: Messages["notices"] = {
	signedIn: "Entraste na tua conta.",
	signedOut: "Saíste da tua conta.",
	sessionEnded: "A tua sessão terminou. Entra de novo para jogares com os teus pontos.",
	clientSeedChanged: "A tua semente de jogador mudou.",
	gameStarted: "Jogo iniciado com sucesso",
	gameStopped: "Jogo parado com sucesso",
	seedsRotated: "A semente antiga do servidor foi revelada; há um novo par em uso.",
};
