/** Example slots, with pictures drawn for them. */
import type { Db } from "db/database";
import { storeDrawing } from "./pictures";

interface Example {
	name: string;
	/** The name of its drawing. */
	art: string;
	/** What its provider calls it in its demos' addresses. */
	symbol: string;
	description: string;
}

/** The newest first, as the page shows them. */
const EXAMPLES: readonly Example[] = [
	{
		name: "Gates of Olympus",
		art: "slot-temple",
		symbol: "vs20olympgate",
		description: "Símbolos que caem em cascata e multiplicadores que se somam nas rodadas grátis.",
	},
	{
		name: "Sweet Bonanza",
		art: "slot-sweets",
		symbol: "vs20fruitsw",
		description: "Doces por todo o lado: oito iguais em qualquer sítio já pagam.",
	},
	{
		name: "Big Bass Bonanza",
		art: "slot-fish",
		symbol: "vs10bbbonanza",
		description: "O pescador recolhe o que cada peixe vale. A favorita das noites de terça.",
	},
	{
		name: "Sugar Rush",
		art: "slot-gumballs",
		symbol: "vs20sugarrush",
		description: "Grupos de gomas deixam marcas na grelha, e cada marca multiplica mais.",
	},
	{
		name: "The Dog House",
		art: "slot-kennel",
		symbol: "vs20doghouse",
		description: "Casotas que ficam presas nos rolos durante as rodadas grátis.",
	},
	{
		name: "Starlight Princess",
		art: "slot-starlight",
		symbol: "vs20starlight",
		description: "A irmã cor-de-rosa do Olimpo, com a mesma mecânica e outro brilho.",
	},
	{
		name: "Wolf Gold",
		art: "slot-wolf",
		symbol: "vs25wolfgold",
		description: "Luas cheias que ficam e rodam outra vez. Um clássico de 25 linhas.",
	},
	{
		name: "Wild West Gold",
		art: "slot-sheriff",
		symbol: "vs40wildwest",
		description: "Xerifes com multiplicadores que não saem do lugar.",
	},
	{
		name: "Fruit Party",
		art: "slot-fruits",
		symbol: "vs20fruitparty",
		description: "Grelha de 7 por 7, fruta aos grupos e festa quando calha.",
	},
	{
		name: "Great Rhino",
		art: "slot-rhino",
		symbol: "vs20rhino",
		description: "Dois rolos cheios de rinocerontes, e o resto da savana roda de novo.",
	},
	{
		name: "Joker's Jewels",
		art: "slot-jester",
		symbol: "vs5joker",
		description: "Cinco linhas, sem bónus e sem rodeios. Para acabar a noite em paz.",
	},
	{
		name: "Aztec Gems",
		art: "slot-aztec",
		symbol: "vs5aztecgems",
		description: "Três rolos e um quarto que só multiplica, até 15 vezes.",
	},
];

const demoOf = (symbol: string): string =>
	`https://demogamesfree.pragmaticplay.net/gs2c/openGame.do?gameSymbol=${symbol}&lang=pt&cur=EUR`;

/** Rows that are there already stay. */
export async function seedSlots(db: Db, imageFolder: string): Promise<void> {
	const now = Date.now();
	const rows = await Promise.all(
		EXAMPLES.map(async ({ name, art, symbol, description }, place) => {
			const at = new Date(now - place * 60_000).toISOString();
			return {
				id: `example-${art}`,
				name,
				provider: "Pragmatic Play",
				image: await storeDrawing(imageFolder, art),
				description,
				demo_url: demoOf(symbol),
				revision: 1,
				created_at: at,
				updated_at: at,
			};
		}),
	);
	await db
		.insertInto("slots")
		.values(rows)
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
}
