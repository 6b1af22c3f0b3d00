import type { Messages } from "../../messages";

export const chat: Messages["chat"] = {
	points_one: "{{count, number}} ponto",
	points_other: "{{count, number}} pontos",
	top: "Maiores ganhos da semana: {{places}}",
	noTop: "Esta semana ainda ninguém ganhou nada.",
	claimed_one: "+{{count, number}} ponto",
	claimed_other: "+{{count, number}} pontos",
	claimedBefore: "Já usaste este código.",
	joined_one: "Estás em “{{raffle}}” com o bilhete {{numbers}}.",
	joined_other: "Estás em “{{raffle}}” com os bilhetes {{numbers}}.",
	noHunt: "De momento não há nenhum hunt para palpites.",
	guessed: "O teu palpite ficou registado: {{amount}}.",
	requested_one: "“{{slot}}” está em {{place}}.º lugar na fila, por {{count, number}} ponto.",
	requested_other: "“{{slot}}” está em {{place}}.º lugar na fila, por {{count, number}} pontos.",
	stranger: "Entra uma vez em {{site}} com a tua conta {{platform}} e os comandos também funcionam para ti.",
	more_one: "e mais {{count}} espectador: vê no site",
	more_other: "e mais {{count}} espectadores: vê no site",
};
