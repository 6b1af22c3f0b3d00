import type { Messages } from "../messages";

export const hunt: Messages["hunt"] = {
	guess: {
		title: "Adivinha o saldo",
		text: "Quanto vão pagar todos os bónus juntos? Ganha o palpite mais próximo; entre dois igualmente próximos, o que chegou primeiro. Podes mudar o teu até os palpites fecharem.",
		closed: "Os palpites estão fechados. Ganha quem ficar mais perto do que todos os bónus pagarem juntos.",
		count_one: "{{guesses}} palpite",
		count_other: "{{guesses}} palpites",
		yours: "O teu palpite:",
		label: "O teu palpite em euros",
		hint: "Por exemplo, 1250 ou 1250,50.",
		send: "Dar palpite",
		change: "Mudar o palpite",
		signIn: "Entra para dares o teu palpite",
	},
};
