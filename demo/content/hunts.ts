/** Example hunts: one open, two finished, with guesses of the example players. Uses the pictures of the example slots. */

import type { Db } from "db/database";
import { transact } from "db/transact";
import { post } from "~/points/ledger/ledger.server";

/** Amounts in euros. The payout is missing while the slot is not opened. */
type Slot = readonly [name: string, art: string, bet: number, payout?: number, note?: string];

interface Example {
	id: string;
	title: string;
	/** The title in English. */
	english: string;
	daysAgo: number;
	/** Euros. */
	startCost: number;
	stopLoss: number;
	slots: readonly Slot[];
	/** Euros, by example player. */
	guesses: Readonly<Record<string, number>>;
	/** Prize in points of a finished hunt. */
	prize?: { winner: string; points: number };
	isFinished?: true;
}

const EXAMPLES: readonly Example[] = [
	{
		id: "example-hunt-open",
		title: "Hunt de sábado à noite",
		english: "Saturday night hunt",
		daysAgo: 0,
		startCost: 1500,
		stopLoss: 0,
		slots: [
			["Sweet Bonanza", "slot-sweets", 2, 184.6],
			["Wolf Gold", "slot-wolf", 1, 61.25],
			["Big Bass Bonanza", "slot-fish", 2, 412.8, "Três pescadores à entrada"],
			["Fruit Party", "slot-fruits", 1, 0],
			["The Dog House", "slot-kennel", 1, 97.4],
			["Gates of Olympus", "slot-temple", 2, undefined, "Super bónus, escolhido pelo chat"],
			["Starlight Princess", "slot-starlight", 2],
			["Sugar Rush", "slot-gumballs", 1, undefined, "A favorita da Marta"],
			["Wild West Gold", "slot-sheriff", 1.5],
			["Great Rhino and the Long Road Home", "slot-rhino", 1],
			["Joker's Jewels", "slot-jester", 0.5],
			["Aztec Gems", "slot-aztec", 1],
		],
		guesses: {
			marta_luz: 1620,
			zecaferreira: 980.5,
			ritinha88: 2100,
			o_tio_rui: 1450,
			joanadark: 1777.77,
			xicao: 3000,
			"ines.b": 1325,
			clarinha: 1500,
		},
	},
	{
		id: "example-hunt-1",
		title: "Hunt dos mil seguidores",
		english: "Thousand followers hunt",
		daysAgo: 7,
		startCost: 1000,
		stopLoss: 100,
		slots: [
			["Sugar Rush", "slot-gumballs", 1, 148.2],
			["Gates of Olympus", "slot-temple", 2, 86],
			["Great Rhino", "slot-rhino", 1, 23.75],
			["Sweet Bonanza", "slot-sweets", 1, 312.5, "A do chat"],
			["Wolf Gold", "slot-wolf", 1, 54.1],
			["Starlight Princess", "slot-starlight", 2, 641.4, "Quatro multiplicadores seguidos"],
			["Big Bass Bonanza", "slot-fish", 1, 12.6],
			["Wild West Gold", "slot-sheriff", 1, 77.9],
		],
		guesses: {
			marta_luz: 1400,
			zecaferreira: 850,
			ritinha88: 1111.11,
			joanadark: 1360,
			pedrinho_pt: 600,
			"ines.b": 1900,
			nunolas: 990,
		},
		prize: { winner: "joanadark", points: 500 },
		isFinished: true,
	},
	{
		id: "example-hunt-2",
		title: "Hunt de terça, curto e grosso",
		english: "Tuesday hunt, short and sweet",
		daysAgo: 14,
		startCost: 600,
		stopLoss: 0,
		slots: [
			["The Dog House", "slot-kennel", 1, 38.4],
			["Fruit Party", "slot-fruits", 1, 6.2],
			["Big Bass Bonanza", "slot-fish", 1, 201.5],
			["Aztec Gems", "slot-aztec", 2, 64],
			["Joker's Jewels", "slot-jester", 1, 0],
			["Gates of Olympus", "slot-temple", 1, 118.3],
		],
		guesses: { o_tio_rui: 450, xicao: 720, clarinha: 380.5, duarte_gg: 1000, pedrinho_pt: 505 },
		isFinished: true,
	},
];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const cents = (euros: number): number => Math.round(euros * 100);

/**
 * Adds the example hunts with slots, guesses and prizes; requires the example players. Existing hunts are left
 * unchanged, and the open one is not added while another hunt is open.
 */
export async function seedHunts(db: Db): Promise<void> {
	const now = Date.now();
	for (const example of EXAMPLES) {
		const open = await db.selectFrom("hunts").select("id").where("status", "=", "open").executeTakeFirst();
		if (open && !example.isFinished) continue;
		await insertHunt(db, example, now - example.daysAgo * DAY_MS);
	}
}

async function insertHunt(db: Db, example: Example, at: number): Promise<void> {
	const { id, title, english, startCost, stopLoss, slots, guesses, prize, isFinished = false } = example;
	const moment = (minutesBefore: number) => new Date(at - minutesBefore * MINUTE_MS).toISOString();
	const inserted = await db
		.insertInto("hunts")
		.values({
			id,
			title,
			translations: JSON.stringify({ en: { title: english } }),
			start_cost: cents(startCost),
			stop_loss: cents(stopLoss),
			status: isFinished ? "finished" : "open",
			guessing: "closed",
			payout_shown_at: moment(90),
			revision: 1,
			created_at: moment(180),
			finished_at: isFinished ? moment(5) : null,
		})
		.onConflict((conflict) => conflict.column("id").doNothing())
		.executeTakeFirst();
	if (inserted.numInsertedOrUpdatedRows === 0n) return;
	await db
		.insertInto("hunt_slots")
		.values(
			slots.map(([name, art, bet, payout, note = ""], place) => ({
				id: `${id}-${place + 1}`,
				hunt_id: id,
				position: place + 1,
				name,
				provider: "Pragmatic Play",
				image: `${art}.webp`,
				bet: cents(bet),
				payout: payout === undefined ? null : cents(payout),
				pre_note: note,
				revision: 1,
				created_at: moment(170 - place),
				opened_at: payout === undefined ? null : moment(90 - 5 * place),
			})),
		)
		.execute();
	for (const [place, [name, euros]] of Object.entries(guesses).entries()) {
		await insertGuess(db, id, { userId: `example-${name}`, guess: cents(euros), at: moment(150 - place) });
	}
	if (prize) await payPrize(db, id, { ...prize, at: new Date() });
}

async function insertGuess(
	db: Db,
	huntId: string,
	{ userId, guess, at }: { userId: string; guess: number; at: string },
): Promise<void> {
	await db
		.insertInto("hunt_guesses")
		.values({ hunt_id: huntId, user_id: userId, guess, created_at: at, updated_at: at })
		.execute();
}

async function payPrize(
	db: Db,
	huntId: string,
	{ winner, points, at }: { winner: string; points: number; at: Date },
): Promise<void> {
	const userId = `example-${winner}`;
	await transact(db, async (trx) => {
		await post(trx, {
			userId,
			delta: points,
			reason: "hunt-prize",
			reference: huntId,
			actor: "system",
			at,
		});
		await trx
			.updateTable("hunts")
			.set({ prize_points: points, prize_user_id: userId, prize_paid_at: at.toISOString() })
			.where("id", "=", huntId)
			.execute();
	});
}
