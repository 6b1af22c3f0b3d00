/** Example players with real rounds: drawn, paid and stored by the code of the games. */

import { createHash } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { SOLO_WAITING_MS } from "~/games/crash/engine/crash";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import {
	bringTo,
	findSoloBet,
	flySolo,
	placeSolo,
	type SoloTools,
} from "~/games/crash/persistence/solo-rounds.server";
import { playRound } from "~/games/instant/play.server";
import { saveChoices } from "~/games/players/player-page.server";
import { plinko as plinkoGame } from "~/games/plinko/game.server";
import { midnightIn } from "~/lib/calendar";
import { openAccount } from "~/points/ledger/ledger.server";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Example {
	name: string;
	/** How many days ago the account was opened. */
	came: number;
	points: number;
	/** `stake` in points per ball; `balls` per round. */
	plinko: { stake: number; balls: number; rounds: number };
	/** `stake` in points; `target` of the automatic cash-out in hundredths. */
	crash: { stake: number; target: number; rounds: number };
	/** On how many days, up to today, the rounds were played. */
	days: number;
	shows?: { points?: true; wins?: true; since?: true };
}

const EXAMPLES: readonly Example[] = [
	{
		name: "marta_luz",
		came: 84,
		points: 4000,
		plinko: { stake: 50, balls: 5, rounds: 12 },
		crash: { stake: 100, target: 250, rounds: 8 },
		days: 8,
		shows: { points: true, wins: true, since: true },
	},
	{
		name: "zecaferreira",
		came: 77,
		points: 3000,
		plinko: { stake: 20, balls: 10, rounds: 10 },
		crash: { stake: 50, target: 400, rounds: 10 },
		days: 6,
		shows: { wins: true, since: true },
	},
	{
		name: "ritinha88",
		came: 63,
		points: 2000,
		plinko: { stake: 10, balls: 10, rounds: 14 },
		crash: { stake: 20, target: 180, rounds: 6 },
		days: 5,
	},
	{
		name: "o_tio_rui",
		came: 60,
		points: 5000,
		plinko: { stake: 100, balls: 5, rounds: 8 },
		crash: { stake: 200, target: 200, rounds: 6 },
		days: 9,
	},
	{
		name: "joanadark",
		came: 51,
		points: 2500,
		plinko: { stake: 20, balls: 5, rounds: 9 },
		crash: { stake: 80, target: 700, rounds: 9 },
		days: 7,
		shows: { points: true, wins: true },
	},
	{
		name: "pedrinho_pt",
		came: 45,
		points: 1500,
		plinko: { stake: 10, balls: 5, rounds: 12 },
		crash: { stake: 10, target: 150, rounds: 8 },
		days: 3,
	},
	{
		name: "xicao",
		came: 33,
		points: 2000,
		plinko: { stake: 50, balls: 2, rounds: 10 },
		crash: { stake: 40, target: 500, rounds: 8 },
		days: 4,
	},
	{
		name: "ines.b",
		came: 30,
		points: 3500,
		plinko: { stake: 100, balls: 2, rounds: 9 },
		crash: { stake: 150, target: 300, rounds: 5 },
		days: 6,
		shows: { points: true, wins: true, since: true },
	},
	{
		name: "duarte_gg",
		came: 24,
		points: 1000,
		plinko: { stake: 10, balls: 25, rounds: 5 },
		crash: { stake: 20, target: 220, rounds: 7 },
		days: 5,
		shows: {},
	},
	{
		name: "clarinha",
		came: 19,
		points: 1200,
		plinko: { stake: 20, balls: 1, rounds: 12 },
		crash: { stake: 30, target: 900, rounds: 8 },
		days: 2,
	},
	{
		name: "nunolas",
		came: 12,
		points: 1000,
		plinko: { stake: 10, balls: 3, rounds: 10 },
		crash: { stake: 10, target: 350, rounds: 9 },
		days: 3,
	},
	{
		name: "sofs_",
		came: 9,
		points: 1000,
		plinko: { stake: 50, balls: 1, rounds: 8 },
		crash: { stake: 50, target: 160, rounds: 6 },
		days: 8,
	},
];

/**
 * Adds the example players with their accounts, pages and rounds. Existing players are left unchanged.
 * @param timeZone an IANA name.
 */
export async function seedPlayers(db: Db, timeZone: string): Promise<void> {
	const now = new Date();
	// Side by side, so that they share their commits.
	await Promise.all(EXAMPLES.map((example) => addPlayer(db, example, now, timeZone)));
}

async function addPlayer(db: Db, example: Example, now: Date, timeZone: string): Promise<void> {
	const { name, came, points, plinko, days, shows } = example;
	const userId = `example-${name}`;
	const known = await db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
	if (known) return;
	const arrival = new Date(now.getTime() - came * DAY_MS);
	await transact(db, async (trx) => {
		const user = { id: userId, twitch_id: userId, twitch_username: name, email: null, roles: "[]" };
		await trx
			.insertInto("users")
			.values({ ...user, created_at: arrival.toISOString() })
			.execute();
		await openAccount(trx, userId, points, arrival);
	});

	let at = arrival;
	const tools = {
		db,
		// There are no clients to notify.
		announceBalance() {},
		winStored() {},
		played() {},
		now: () => at,
		randomHex: hexFrom(name),
		config: { SITE_TIMEZONE: timeZone },
		draw: () => SOLO_DRAWS.table,
		timing: { waiting: SOLO_WAITING_MS, crashed: 0 },
	};
	if (shows) {
		const { points: showsPoints = false, wins: showsWins = false, since: showsSince = false } = shows;
		await saveChoices(tools, userId, { isPublic: true, showsPoints, showsWins, showsSince });
	}
	const play = [
		...Array.from(
			{ length: plinko.rounds },
			() => () => playRound(tools, plinkoGame, userId, plinkoOf(example)),
		),
		...Array.from({ length: example.crash.rounds }, () => () => fly(tools, userId, example.crash)),
	];
	const moments = momentsOf({ count: play.length, days, now, timeZone, salt: name });
	for (const [turn, moment] of moments.entries()) {
		at = moment;
		// Alternates between the two games.
		const round = turn % 2 ? play.pop() : play.shift();
		await round?.().catch((error: unknown) => {
			if (!(error instanceof DomainError)) throw error;
		});
	}
}

const plinkoOf = ({ plinko: { stake, balls } }: Example) => ({
	idempotencyKey: crypto.randomUUID(),
	input: { stake, balls },
});

/** One flight with an automatic cash-out. */
async function fly(tools: SoloTools, userId: string, { stake, target }: Example["crash"]): Promise<void> {
	const at = tools.now().getTime();
	const bet = { userId, idempotencyKey: crypto.randomUUID(), stake, target };
	const { id } = await placeSolo(tools, bet, at);
	await flySolo(tools, userId, id, at);
	const { round } = await findSoloBet(tools.db, userId, id);
	await bringTo(tools, round.id, at + DAY_MS);
}

interface Spread {
	count: number;
	days: number;
	now: Date;
	timeZone: string;
	salt: string;
}

/** Pseudo-random instants of the last days in ascending order, two of five today. */
function momentsOf({ count, days, now, timeZone, salt }: Spread): Date[] {
	const midnight = midnightIn(timeZone, now).getTime();
	const shares = hexFrom(`${salt} times`);
	const share = () => Number.parseInt(shares(4), 16) / 2 ** 32;
	return Array.from({ length: count }, (_, turn) => {
		const today = turn % 5 < 2;
		const from = today ? midnight : midnight - (days - 1) * DAY_MS;
		const to = today ? now.getTime() : midnight;
		return new Date(from + share() * (to - from));
	}).sort((one, other) => one.getTime() - other.getTime());
}

/** A pseudo-random source of hex digits, seeded with `word`, so that the example is always the same. `size` is in bytes. */
function hexFrom(word: string) {
	let count = 0;
	return (size: number): string => {
		let hex = "";
		while (hex.length < size * 2) hex += createHash("sha256").update(`${word} ${count++}`).digest("hex");
		return hex.slice(0, size * 2);
	};
}
