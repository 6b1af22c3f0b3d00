/** Example slots. */
import type { Db } from "db/database";
import { storeDrawing } from "./pictures";

interface Example {
	name: string;
	/** The name of its drawing. */
	art: string;
	/** The provider's symbol of the slot in the demo's address. */
	symbol: string;
	description: string;
	/** The description in English. */
	english: string;
	/** By default Pragmatic Play, which also hosts the demos of its partners. */
	provider?: string;
}

/** The newest first. */
const EXAMPLES: readonly Example[] = [
	{
		name: "Gates of Olympus",
		art: "slot-temple",
		symbol: "vs20olympgate",
		description: "Símbolos que caem em cascata e multiplicadores que se somam nas rodadas grátis.",
		english: "Tumbling symbols, and multipliers that add up in the free spins.",
	},
	{
		name: "Sweet Bonanza",
		art: "slot-sweets",
		symbol: "vs20fruitsw",
		description: "Doces por todo o lado: oito iguais em qualquer sítio já pagam.",
		english: "Sweets all over the place: eight of a kind anywhere already pay.",
	},
	{
		name: "Big Bass Bonanza",
		provider: "Reel Kingdom",
		art: "slot-fish",
		symbol: "vs10bbbonanza",
		description: "O pescador recolhe o que cada peixe vale. A favorita das noites de terça.",
		english: "The fisherman collects what each fish is worth. The favourite on Tuesday nights.",
	},
	{
		name: "Sugar Rush",
		art: "slot-gumballs",
		symbol: "vs20sugarrush",
		description: "Grupos de gomas deixam marcas na grelha, e cada marca multiplica mais.",
		english: "Clusters of gumballs leave marks on the grid, and every mark multiplies more.",
	},
	{
		name: "The Dog House",
		art: "slot-kennel",
		symbol: "vs20doghouse",
		description: "Casotas que ficam presas nos rolos durante as rodadas grátis.",
		english: "Kennels that stay stuck on the reels during the free spins.",
	},
	{
		name: "Starlight Princess",
		art: "slot-starlight",
		symbol: "vs20starlight",
		description: "A irmã cor-de-rosa do Olimpo, com a mesma mecânica e outro brilho.",
		english: "The pink sister of Olympus: same mechanics, different sparkle.",
	},
	{
		name: "Wolf Gold",
		art: "slot-wolf",
		symbol: "vs25wolfgold",
		description: "Luas cheias que ficam e rodam outra vez. Um clássico de 25 linhas.",
		english: "Full moons that stick and spin again. A classic with 25 lines.",
	},
	{
		name: "Wild West Gold",
		art: "slot-sheriff",
		symbol: "vs40wildwest",
		description: "Xerifes com multiplicadores que não saem do lugar.",
		english: "Sheriffs with multipliers that won't budge.",
	},
	{
		name: "Fruit Party",
		art: "slot-fruits",
		symbol: "vs20fruitparty",
		description: "Grelha de 7 por 7, fruta aos grupos e festa quando calha.",
		english: "A 7 by 7 grid, fruit in clusters and a party when it comes together.",
	},
	{
		name: "Great Rhino",
		art: "slot-rhino",
		symbol: "vs20rhino",
		description: "Dois rolos cheios de rinocerontes, e o resto da savana roda de novo.",
		english: "Two reels full of rhinos, and the rest of the savannah spins again.",
	},
	{
		name: "Joker's Jewels",
		art: "slot-jester",
		symbol: "vs5joker",
		description: "Cinco linhas, sem bónus e sem rodeios. Para acabar a noite em paz.",
		english: "Five lines, no bonus, no fuss. To end the night in peace.",
	},
	{
		name: "Aztec Gems",
		art: "slot-aztec",
		symbol: "vs5aztecgems",
		description: "Três rolos e um quarto que só multiplica, até 15 vezes.",
		english: "Three reels, and a fourth that only multiplies, up to 15 times.",
	},
];

const demoOf = (symbol: string): string =>
	`https://demogamesfree.pragmaticplay.net/gs2c/openGame.do?gameSymbol=${symbol}&lang=pt&cur=EUR`;

/** Adds the example slots and stores their pictures. Existing rows are left unchanged. */
export async function seedSlots(db: Db, imageFolder: string): Promise<void> {
	const now = Date.now();
	const rows = await Promise.all(
		EXAMPLES.map(async ({ name, art, symbol, description, english, provider = "Pragmatic Play" }, place) => {
			const at = new Date(now - place * 60_000).toISOString();
			return {
				id: `example-${art}`,
				name,
				provider,
				image: await storeDrawing(imageFolder, art),
				description,
				translations: JSON.stringify({ en: { description: english } }),
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
