/** Players of the games, and what the database holds of them. */
import { createHash } from "node:crypto";
import { verifySolo } from "~/games/crash/fairness/solo-verification";
import { commitmentTo } from "~/games/fairness/draws";
import { openRows } from "../site/rows";

type SiteDatabase = { readonly databaseUrl: string };

interface StoredRound {
	id: string;
	game: string;
	/** Points in total. */
	stake: number;
	/** The bet, such as `{ stake: 10, balls: 5 }`. */
	input: Record<string, unknown>;
	outcome: number[];
	payout: number;
}

/** A user's points and rounds of instant games, oldest first. */
export function readPlayer(site: SiteDatabase, name: string) {
	const rows = openRows(site);
	const { id, points } = rows.one(
		"select id, points from users join user_points on user_id = id where twitch_username = ?",
		name,
	);
	const rounds = rows
		.all("select * from instant_rounds where user_id = ? order by created_at", String(id))
		.map((round) => ({
			...round,
			input: JSON.parse(String(round.input)),
			outcome: JSON.parse(String(round.outcome)),
		}));
	rows.close();
	return { id: String(id), points: Number(points), rounds: rounds as unknown as StoredRound[] };
}

export interface StoredBet {
	id: string;
	round_id: string;
	amount: number;
	target: number | null;
	status: string;
	payout: number | null;
	cash_out_multiplier: number | null;
	crash_point: number | null;
}

/** A user's Crash bets, oldest first. */
export function readBets(site: SiteDatabase, name: string): StoredBet[] {
	const rows = openRows(site);
	const bets = rows.all(
		`select crash_bets.*, crash_point from crash_bets
		join crash_rounds on crash_rounds.id = round_id
		join users on users.id = crash_bets.user_id
		where twitch_username = ? order by crash_bets.created_at`,
		name,
	);
	rows.close();
	return bets as unknown as StoredBet[];
}

interface Flights {
	/** The least and the greatest crash point, in hundredths. */
	from?: number;
	to?: number;
	count?: number;
}

/**
 * Chooses a player's client seed so that the next solo flights end in a range: by default after the flight has become
 * playable, and soon.
 * @returns their crash points.
 */
export function chooseFlights(
	site: SiteDatabase,
	userId: string,
	{ from = 150, to = 300, count = 1 }: Flights = {},
): number[] {
	const rows = openRows(site);
	const [known] = rows.all(
		"select server_seed, nonce from player_seeds where user_id = ? and revealed_at is null",
		userId,
	);
	const serverSeed = String(known?.server_seed ?? createHash("sha256").update(userId).digest("hex"));
	const first = Number(known?.nonce ?? 0);
	for (let attempt = 0; ; attempt++) {
		const clientSeed = `flights-${attempt}`;
		const points: number[] = [];
		while (points.length < count) {
			const fields = { serverSeed, clientSeed, nonce: String(first + points.length), version: "1" };
			const point = verifySolo(fields)?.crashPoint ?? 0;
			if (point < from || point > to) break;
			points.push(point);
		}
		if (points.length < count) continue;
		if (known) {
			const change = "update player_seeds set client_seed = ? where user_id = ? and revealed_at is null";
			rows.run(change, clientSeed, userId);
		} else {
			rows.run(
				`insert into player_seeds (id, user_id, server_seed, server_seed_hash, client_seed, nonce, created_at)
				values (?, ?, ?, ?, ?, 0, ?)`,
				...[crypto.randomUUID(), userId, serverSeed, commitmentTo(serverSeed), clientSeed],
				new Date().toISOString(),
			);
		}
		rows.close();
		return points;
	}
}
