/** Example items of the store. */
import type { Db } from "db/database";
import type { Translations } from "~/i18n/translations";
import { storeDrawing } from "./pictures";

interface Example {
	/** The name of its drawing, and part of its id. */
	art: string;
	name: string;
	description: string;
	english: Translations<"name" | "description" | "question">["en"];
	/** Points. */
	price: number;
	/** Ignored for an item with codes, whose stock is their number. */
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
		english: {
			name: "€10 gift card",
			description: "For whichever game store you like. The code is yours the moment you redeem.",
		},
		price: 5000,
		stock: 0,
		codes: ["PLAT-7K2M-94QX-01", "PLAT-R8ND-55TE-02", "PLAT-3WZC-18HB-03", "PLAT-V6JA-70LP-04"],
		viewerLimit: 1,
	},
	{
		art: "duo",
		name: "Uma partida a dois",
		description: "Joga uma partida comigo em direto. Combinamos o dia depois do resgate.",
		english: {
			name: "A match with me",
			description: "Play a match with me live on stream. We'll pick the day once you've redeemed.",
		},
		price: 4000,
		stock: 0,
		viewerLimit: 1,
	},
	{
		art: "vip",
		name: "VIP durante um mês",
		description: "O diamante ao lado do teu nome no chat, e lugar na fila da frente.",
		english: {
			name: "VIP for a month",
			description: "The diamond next to your name in chat, and a place in the front row.",
		},
		price: 3000,
		stock: 5,
		viewerLimit: 1,
	},
	{
		art: "emote",
		name: "Um emote com a tua ideia",
		description: "Descreve-o e a nossa desenhadora faz o resto. Fica no canal para toda a gente.",
		english: {
			name: "An emote of your idea",
			description: "Describe it and our artist does the rest. It joins the channel for everyone.",
			question: "What should the emote show?",
		},
		price: 2000,
		stock: 3,
		question: "O que deve mostrar o emote?",
	},
	{
		art: "next-game",
		name: "Escolhe o próximo jogo",
		description: "Uma hora do direto é tua: dizes o jogo, eu jogo.",
		english: {
			name: "Pick the next game",
			description: "An hour of the stream is yours: you name the game, I play it.",
			question: "Which game do you pick?",
		},
		price: 800,
		stock: 10,
		question: "Que jogo escolhes?",
		cooldownHours: 24,
	},
	{
		art: "wheel",
		name: "Gira a roda dos desafios",
		description: "A roda decide o que faço a seguir. Sem protestos. Bem, com poucos.",
		english: {
			name: "Spin the challenge wheel",
			description: "The wheel decides what I do next. No complaints. Well, hardly any.",
		},
		price: 500,
		stock: 25,
		cooldownHours: 1,
	},
	{
		art: "message",
		name: "Mensagem lida em direto",
		description: "Parabéns, um abraço, uma declaração: leio-a com a melhor voz que tiver.",
		english: {
			name: "A message read out live",
			description: "Birthday wishes, a hug, a confession: I'll read it in my best voice.",
			question: "Which message should I read?",
		},
		price: 250,
		stock: 40,
		question: "Que mensagem queres que leia?",
	},
	{
		art: "wallpaper",
		name: "Fundo de ecrã do canal",
		description: "O pôr do sol da plateia, para computador e telemóvel.",
		english: {
			name: "Channel wallpaper",
			description: "The sunset over the stalls, for desktop and phone.",
		},
		price: 100,
		stock: 500,
		viewerLimit: 1,
	},
	{
		art: "calendar",
		name: "Calendário dos diretos",
		description: "O do ano passado. Volta com as datas novas.",
		english: {
			name: "Stream calendar",
			description: "Last year's. Back when the new dates are out.",
		},
		price: 300,
		stock: 12,
		disabled: true,
	},
];

/** Adds the example items with their codes and stores their pictures. Existing rows are left unchanged. */
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
			translations: JSON.stringify({ en: example.english }),
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
