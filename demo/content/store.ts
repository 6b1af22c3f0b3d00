/** Example items for the store, with pictures drawn for it. */
import type { Db } from "db/database";
import { storeDrawing } from "./pictures";

interface Example {
	/** The name of its drawing, and its id. */
	art: string;
	name: string;
	description: string;
	price: number;
	stock: number;
	codes?: readonly string[];
	question?: string;
	viewerLimit?: number;
	cooldownHours?: number;
	disabled?: true;
}

const EXAMPLES: readonly Example[] = [
	{
		art: "gift-card",
		name: "Cartão-presente de 10 €",
		description: "Para a loja de jogos que preferires. O código é teu no momento em que resgatas.",
		price: 5000,
		stock: 0,
		codes: ["PLAT-7K2M-94QX-01", "PLAT-R8ND-55TE-02", "PLAT-3WZC-18HB-03", "PLAT-V6JA-70LP-04"],
		viewerLimit: 1,
	},
	{
		art: "duo",
		name: "Uma partida a dois",
		description: "Joga uma partida comigo em direto. Combinamos o dia depois do resgate.",
		price: 4000,
		stock: 0,
		viewerLimit: 1,
	},
	{
		art: "vip",
		name: "VIP durante um mês",
		description: "O diamante ao lado do teu nome no chat, e lugar na fila da frente.",
		price: 3000,
		stock: 5,
		viewerLimit: 1,
	},
	{
		art: "emote",
		name: "Um emote com a tua ideia",
		description: "Descreve-o e a nossa desenhadora faz o resto. Fica no canal para toda a gente.",
		price: 2000,
		stock: 3,
		question: "O que deve mostrar o emote?",
	},
	{
		art: "next-game",
		name: "Escolhe o próximo jogo",
		description: "Uma hora do direto é tua: dizes o jogo, eu jogo.",
		price: 800,
		stock: 10,
		question: "Que jogo escolhes?",
		cooldownHours: 24,
	},
	{
		art: "wheel",
		name: "Gira a roda dos desafios",
		description: "A roda decide o que faço a seguir. Sem protestos. Bem, com poucos.",
		price: 500,
		stock: 25,
		cooldownHours: 1,
	},
	{
		art: "message",
		name: "Mensagem lida em direto",
		description: "Parabéns, um abraço, uma declaração: leio-a com a melhor voz que tiver.",
		price: 250,
		stock: 40,
		question: "Que mensagem queres que leia?",
	},
	{
		art: "wallpaper",
		name: "Fundo de ecrã do canal",
		description: "O pôr do sol da plateia, para computador e telemóvel.",
		price: 100,
		stock: 500,
		viewerLimit: 1,
	},
	{
		art: "calendar",
		name: "Calendário dos diretos",
		description: "O do ano passado. Volta com as datas novas.",
		price: 300,
		stock: 12,
		disabled: true,
	},
];

/** Rows that are there already stay. */
export async function seedStore(db: Db, imageFolder: string): Promise<void> {
	const at = new Date();
	for (const [place, example] of EXAMPLES.entries()) {
		const image = await storeDrawing(imageFolder, example.art);
		await insertExample(db, example, image, new Date(at.getTime() + place).toISOString());
	}
}

async function insertExample(db: Db, example: Example, image: string, at: string): Promise<void> {
	const id = `example-${example.art}`;
	const { codes = [], name, description, price, stock } = example;
	const inserted = await db
		.insertInto("store_items")
		.values({
			id,
			name,
			description,
			image,
			price,
			stock: codes.length || stock,
			status: example.disabled ? "disabled" : "active",
			viewer_limit: example.viewerLimit ?? null,
			cooldown_hours: example.cooldownHours ?? null,
			question: example.question ?? null,
			has_codes: codes.length > 0 ? 1 : 0,
			revision: 1,
			created_at: at,
			updated_at: at,
		})
		.onConflict((conflict) => conflict.column("id").doNothing())
		.executeTakeFirst();
	if (inserted.numInsertedOrUpdatedRows === 0n || codes.length === 0) return;
	await db
		.insertInto("item_codes")
		.values(codes.map((code) => ({ item_id: id, code, created_at: at })))
		.execute();
}
