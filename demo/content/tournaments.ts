/** An example race that is running. */
import type { Db } from "db/database";
import { transact } from "db/transact";
import { SETTLE_MS, tournamentEnd } from "~/events/tournaments/settlement.server";
import { insertEntry, insertTournament } from "~/events/tournaments/tournaments.queries.server";
import { addJob } from "~/jobs/jobs.server";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ENTRANTS = ["marta_luz", "zecaferreira", "joanadark", "ines.b", "xicao", "clarinha", "nunolas"];
const ID = "5f0c9a36-7c1d-4b52-9d0e-2f6f0a4b7e11";

/** Adds the race, unless it exists. Must be called after the players are added, whose rounds of the last days count. */
export async function seedTournaments(db: Db): Promise<void> {
	const now = Date.now();
	// A full hour, as an admin chooses it.
	const hour = now - (now % HOUR_MS);
	const at = (days: number) => new Date(hour + days * DAY_MS).toISOString();
	await transact(db, async (trx) => {
		if (await trx.selectFrom("tournaments").select("id").where("id", "=", ID).executeTakeFirst()) return;
		const endsAt = at(4);
		await insertTournament(trx, {
			...{
				id: ID,
				kind: "race",
				title: "Corrida da semana",
				fee: 0,
				max_entries: null,
				min_account_hours: 0,
			},
			translations: JSON.stringify({ en: { title: "Race of the week" } }),
			rule: JSON.stringify({ kind: "race", games: ["plinko", "crash"], best: 3, rounds: 50, minStake: 10 }),
			prizes: JSON.stringify([{ points: 5000 }, { points: 2500 }, { points: 1000 }]),
			...{ opens_at: at(-4), closes_at: endsAt, starts_at: at(-3), ends_at: endsAt },
			...{ seat_seed: null, seat_seed_hash: null, state: "open", ended_at: null, revision: 1 },
			...{ created_at: at(-4), updated_at: at(-4) },
		});
		for (const name of ENTRANTS) {
			await insertEntry(trx, {
				...{ id: crypto.randomUUID(), tournament_id: ID, user_id: `example-${name}`, fee: 0 },
				...{ slot_id: null, slot_name: null, seat: null, place: null, prize: null, created_at: at(-4) },
			});
		}
		const body = { tournamentId: ID, endsAt };
		const dueAt = new Date(Date.parse(endsAt) + SETTLE_MS);
		await addJob(trx, tournamentEnd, { reference: `${ID}:${endsAt}`, body, at: new Date(now), dueAt });
	});
}
