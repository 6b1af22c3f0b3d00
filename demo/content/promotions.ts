/** Example promotions of fictitious casinos. */
import type { Db } from "db/database";
import { storeDrawing } from "./pictures";

/** The newest first. */
const EXAMPLES = [
	{
		art: "promo-welcome",
		title: "Casino Aurora",
		welcome_bonus: "100% até 200 €",
		description:
			"O bónus de boas-vindas de que mais falamos no direto.\n\n• Para contas novas\n• O bónus tem de ser apostado 30 vezes\n• Um por pessoa",
		min_deposit: 20,
		cashback: "10%",
		pat: 24,
		promocode: "PLATEIA100",
		claim_url: "https://example.com/casino-aurora",
		english: {
			description:
				"The welcome bonus we talk about most on stream.\n\n• New accounts only\n• Wager the bonus 30 times\n• One per person",
			welcomeBonus: "100% up to €200",
		},
	},
	{
		art: "promo-spins",
		title: "Farol Casino",
		welcome_bonus: "50 rodadas grátis",
		description: "Em três slots à escolha.\nOs ganhos das rodadas ficam em dinheiro, sem apostas a cumprir.",
		min_deposit: 12.5,
		cashback: null,
		pat: 48,
		promocode: "FAROL50",
		claim_url: "https://example.com/farol-casino",
		english: {
			description: "On three slots of your choice.\nWhat you win is yours in cash, with nothing to wager.",
			welcomeBonus: "50 free spins",
		},
	},
	{
		art: "promo-cashback",
		title: "Maré Alta",
		welcome_bonus: null,
		description: "Todas as segundas-feiras, parte do que perdeste na semana anterior volta à tua conta.",
		min_deposit: null,
		cashback: "15% até 150 €",
		pat: null,
		promocode: null,
		claim_url: "https://example.com/mare-alta",
		english: {
			description: "Every Monday, part of what you lost the week before goes back into your account.",
			cashback: "15% up to €150",
		},
	},
	{
		art: "promo-league",
		title: "Liga dos Rolos",
		welcome_bonus: "1\u00a0000 € em prémios",
		description: "Cada rodada dá pontos na liga da semana.\nOs dez primeiros repartem os prémios.",
		min_deposit: 10,
		cashback: null,
		pat: 168,
		promocode: "LIGA10",
		claim_url: "https://example.com/liga-dos-rolos",
		english: {
			title: "Reel League",
			description: "Every spin earns points in the weekly league.\nThe top ten share the prizes.",
			welcomeBonus: "€1,000 in prizes",
		},
	},
	{
		art: "promo-roulette",
		title: "Roleta da Meia-Noite",
		welcome_bonus: "Fichas de 5 €",
		description: "Uma ficha grátis por noite, para quem jogou durante o dia.",
		min_deposit: null,
		cashback: null,
		pat: 12,
		promocode: null,
		claim_url: "https://example.com/roleta-da-meia-noite",
		english: {
			title: "Midnight Roulette",
			description: "One free chip a night if you played during the day.",
			welcomeBonus: "€5 chips",
		},
	},
	{
		art: "promo-weekend",
		title: "Fim de semana Néon",
		welcome_bonus: "25 € para jogar",
		description: "De sexta às 18:00 a domingo à meia-noite.",
		min_deposit: 25,
		cashback: "5%",
		pat: 54,
		promocode: "NEON25",
		claim_url: "https://example.com/neon",
		english: {
			title: "Neon Weekend",
			description: "From Friday at 18:00 to Sunday at midnight.",
			welcomeBonus: "€25 to play with",
		},
	},
] as const;

/** Adds the example promotions and stores their pictures. Existing rows are left unchanged. */
export async function seedPromotions(db: Db, imageFolder: string): Promise<void> {
	const now = Date.now();
	const rows = await Promise.all(
		EXAMPLES.map(async ({ art, english, ...example }, place) => {
			const at = new Date(now - place * 86_400_000).toISOString();
			const image_url = await storeDrawing(imageFolder, art);
			const translations = JSON.stringify({ en: english });
			return {
				...example,
				translations,
				id: `example-${art}`,
				image_url,
				revision: 1,
				created_at: at,
				updated_at: at,
			};
		}),
	);
	await db
		.insertInto("promotions")
		.values(rows)
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
}
