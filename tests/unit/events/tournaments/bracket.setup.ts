import type { Db } from "db/database";
import { transact } from "db/transact";
import type { Play } from "~/events/tournaments/bracket/bracket";
import { enterTournament } from "~/events/tournaments/entries.server";
import type { BracketRule } from "~/events/tournaments/tournament";
import { saveTournament } from "~/events/tournaments/tournaments.server";
import type { Site } from "~/lib/site";
import { insertRecord } from "~/records/records.queries.server";
import { slots } from "~/slots/slots.server";

type Tools = Parameters<typeof saveTournament>[0] & Parameters<typeof enterTournament>[0] & Pick<Site, "db">;

const HOUR = 3_600_000;

/** Creates a bracket that viewers have entered, with a fee of 100 points and prizes of 500 and 200 for the first two. */
export async function createBracket(
	tools: Tools,
	admin: string,
	viewers: readonly string[],
	rule: Partial<BracketRule> = {},
): Promise<string> {
	const slotId = await someSlot(tools.db);
	const now = tools.now().getTime();
	const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
	const tournamentId = await saveTournament(tools, admin, {
		...{ idempotencyKey: crypto.randomUUID(), title: "Cup", translations: {}, fee: 100, minAccountHours: 0 },
		rule: { kind: "bracket", size: 8, format: "bonus", spins: 50, draw: "replay", ...rule },
		...{ prizes: [{ points: 500 }, { points: 200 }], maxEntries: null, endsAt: null },
		...{ opensAt: at(-1), closesAt: at(1), startsAt: at(1) },
	});
	for (const id of viewers) {
		const entry = { idempotencyKey: crypto.randomUUID(), tournamentId, fee: 100, slotId };
		await enterTournament(tools, { id, isAdmin: false }, entry);
	}
	return tournamentId;
}

/** A slot of the catalogue. @returns its id. */
async function someSlot(db: Db): Promise<string> {
	const known = await db.selectFrom("slots").select("id").limit(1).executeTakeFirst();
	if (known) return known.id;
	const id = crypto.randomUUID();
	const row = { id, name: "Wolf Gold", provider: "", image: "", description: "", translations: "{}" };
	await transact(db, (trx) =>
		insertRecord(trx, slots.table, {
			...row,
			...{ demo_url: "https://demo.example/", revision: 1, created_at: "", updated_at: "" },
		}),
	);
	return id;
}

/** A play in which the first side won, by default, with costs of 100 cents. */
export const play = (one = 200, other = 100): Play => [
	{ cost: 100, payout: one },
	{ cost: 100, payout: other },
];
