import type { Db } from "db/database";
import { type EntryInput, enterTournament } from "~/events/tournaments/entries.server";
import type { TournamentInput } from "~/events/tournaments/tournament";
import { addRow } from "../../support/rows-of";

const HOUR_MS = 3_600_000;

export const RACE = { kind: "race", games: ["plinko", "crash"], best: 1, rounds: 3, minStake: 10 } as const;

/** The form of a race that takes entries from now on, starts in an hour and ends an hour later. */
export const tournamentForm = (now: Date, change: Partial<TournamentInput> = {}) => {
	const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();
	return {
		...{ idempotencyKey: crypto.randomUUID() as string, title: "Weekend", translations: {} },
		...{ rule: { ...RACE, games: [...RACE.games] }, prizes: [{ points: 500 }, null, { points: 100 }] },
		...{ fee: 50, maxEntries: null, minAccountHours: 0 },
		...{ opensAt: at(0), closesAt: at(2), startsAt: at(1), endsAt: at(2) },
		...change,
	} satisfies TournamentInput & { idempotencyKey: string };
};

type Site = Parameters<typeof enterTournament>[0];

export const enter = (site: Site, userId: string, tournamentId: string, change: Partial<EntryInput> = {}) =>
	enterTournament(
		site,
		{ id: userId, isAdmin: false, rights: [] },
		{ idempotencyKey: crypto.randomUUID(), tournamentId, fee: 50, ...change },
	);

let nonce = 0;

/** Adds a round of Plinko with its seed. */
export async function addRound(
	db: Db,
	userId: string,
	at: Date,
	{ stake = 10, payout = 0, game = "plinko" } = {},
) {
	nonce += 1;
	const seed = { id: crypto.randomUUID(), user_id: userId, revealed_at: "2026-01-01T00:00:00.000Z" };
	await addRow(db, "player_seeds", seed);
	await addRow(db, "instant_rounds", {
		...{ id: `round-${nonce}`, game, user_id: userId, seed_id: seed.id, stake, payout, draws: 1 },
		...{ input: "{}", outcome: "[]", created_at: at.toISOString() },
	});
}
