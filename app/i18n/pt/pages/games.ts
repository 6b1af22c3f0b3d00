import type { Messages } from "../../messages";

export const games: Messages["games"] = {
	sound: "Som",
	soundIsOn: "Som: ligado",
	soundIsOff: "Som: desligado",
	volume: "Volume do som",
	quickStakes: "Alterar a aposta",
	quick: { max: "Máximo", repeat: "Repetir" },
	quickStake: "apostar {{points, number}}",
	onBreak: "Estás em pausa dos jogos até {{when}}.",
	atLimit: "Atingiste o teu limite diário. Podes voltar a jogar a partir de {{when}}.",
};
