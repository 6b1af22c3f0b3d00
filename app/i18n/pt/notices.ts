import type { Messages } from "../messages";

export const notices: Messages["notices"] = {
	signedIn: "Entraste na tua conta.",
	signedOut: "Saíste da tua conta.",
	sessionEnded: "A tua sessão terminou. Entra de novo para jogares com os teus pontos.",
	clientSeedChanged: "A tua semente de jogador mudou.",
	gameStarted: "Jogo iniciado com sucesso",
	gameStopped: "Jogo parado com sucesso",
	orderApproved: "A encomenda foi aprovada.",
	orderCancelled: "A encomenda foi cancelada e os pontos foram devolvidos.",
	redeemMessagePutBack: "A mensagem vai a caminho do bot.",
	itemAdded: "O item está na loja.",
	itemSaved: "O item está guardado e na loja.",
	itemDisabled: "O item está desativado.",
	pointsImported: "Os pontos foram importados.",
	pointsMerged: "Os pontos foram somados.",
	mergeUndone: "A soma foi anulada; os seus pontos foram retirados.",
	seedsRotated: "A semente antiga do servidor foi revelada; há um novo par em uso.",
};
