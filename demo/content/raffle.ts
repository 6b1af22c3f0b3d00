/** An example raffle, in which example players have tickets. */
import { createHash, randomBytes } from "node:crypto";
import type { Db } from "db/database";
import { transact } from "db/transact";
import { QUICKNET, roundAfter } from "~/beacon/beacon";
import { raffleClose } from "~/events/raffles/draw.server";
import { enterRaffle } from "~/events/raffles/enter.server";
import { addJob } from "~/jobs/jobs.server";
import { insertRecord } from "~/records/records.queries.server";

const ID = "example-raffle";
const HOUR_MS = 60 * 60 * 1000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const VIEWERS = ["marta_luz", "zecaferreira", "ines.b", "nunolas"].map((name) => `example-${name}`);

/** Adds the raffle, unless it is there. Must be called after the players are added. */
export async function seedRaffle(db: Db): Promise<void> {
	if (await db.selectFrom("raffles").select("id").where("id", "=", ID).executeTakeFirst()) return;
	const at = new Date();
	// A full hour, as an admin chooses it.
	const dueAt = new Date(Math.floor((at.getTime() + WEEK_MS) / HOUR_MS) * HOUR_MS);
	const seed = randomBytes(32);
	await transact(db, async (trx) => {
		await insertRecord(trx, "raffles", {
			...{ id: ID, title: "Sorteio da semana", description: "Um por todos, e todos por um prémio." },
			translations: JSON.stringify({ en: { title: "Raffle of the week", description: "One for all." } }),
			...{ closes_at: dueAt.toISOString(), price: 50, has_free_ticket: 1, subscriber_tickets: 2 },
			...{ prizes: "2000\n500", prize_values: '[{"points":2000},{"points":500}]', pay_after_minutes: 10 },
			...{ seed: seed.toString("hex"), seed_hash: createHash("sha256").update(seed).digest("hex") },
			...{ public_key: QUICKNET.publicKey, round: roundAfter(QUICKNET, dueAt), state: "open" },
			...{ is_open_to_admins: 0, revision: 1, created_at: at.toISOString(), updated_at: at.toISOString() },
		});
		await addJob(trx, raffleClose, { reference: ID, body: { raffleId: ID }, dueAt, at });
	});
	const site = {
		...{ db, now: () => at, config: {} as never, announceBalance() {}, raffleChanged() {} },
		...{ randomHex: (bytes: number) => randomBytes(bytes).toString("hex"), isSubscriber: async () => false },
	};
	for (const id of VIEWERS) {
		const form = { idempotencyKey: crypto.randomUUID(), raffleId: ID, count: 0, price: 50 };
		await enterRaffle(site, { id, isAdmin: false, rights: [] }, form);
	}
}
