import type { Messages } from "../../messages";

export const team: Messages["team"] = {
	intro: "O que está à espera agora.",
	orders: "Pedidos à espera",
	startHunt: "Começar um hunt",
	openSlot: "Abrir esta slot",
	raffles: "Todos os sorteios",
	tournaments: "Todos os torneios",
	predictions: "Todas as previsões",
	codes: "Todos os códigos",
	requests: "Pedidos de slots",
	queue: "Ver a fila",
	names: "Todos os nomes",
};
