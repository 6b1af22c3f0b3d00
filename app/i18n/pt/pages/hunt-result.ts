import type { Messages } from "../../messages";

export const huntResult: Messages["huntResult"] = {
	finished: "Terminou em {{day}}",
	profit: "O hunt deu lucro:",
	loss: "O hunt deu prejuízo:",
	even: "O hunt ficou ela por ela",
	sum: "Pagou {{won}} e custou {{cost}}.",
	bestSlot: "Melhor slot",
	guessing: "Quem acertou melhor?",
	youWon: "Ganhaste!",
	closest: "Palpite de {{guess}}, a {{off}} do resultado",
	prizeWaits: "O prémio ainda não foi pago.",
	guessNext: "Entra antes do próximo hunt para dares o teu palpite.",
	toPast: "Ver o hunt completo",
	next: "O próximo hunt",
};
