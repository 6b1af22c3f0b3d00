import type { Db, Trx } from "db/database";
import type { HuntSlots, Hunts, SlotRequests } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";
import { columnsOf, recordOf } from "~/records/records.queries.server";
import type { Bonus, Hunt } from "../model/hunt";

const huntOf = recordOf<"hunts">;
const bonusOf = recordOf<"hunt_slots">;

/** Returns the open hunt; undefined without one. The schema allows at most one. */
export async function findOpenHunt(db: Db | Trx): Promise<Hunt | undefined> {
	const row = await db.selectFrom("hunts").selectAll().where("status", "=", "open").executeTakeFirst();
	return row && huntOf(row);
}

/** Returns a hunt's slots in opening order, at most `MAX.slots`. */
export async function findBonuses(db: Db | Trx, huntId: string): Promise<Bonus[]> {
	const rows = await db
		.selectFrom("hunt_slots")
		.selectAll()
		.where("hunt_id", "=", huntId)
		.orderBy("position")
		.execute();
	return rows.map(bonusOf);
}

export async function findHunt(db: Db | Trx, id: string): Promise<Hunt | undefined> {
	const row = await db.selectFrom("hunts").selectAll().where("id", "=", id).executeTakeFirst();
	return row && huntOf(row);
}

/** Returns the hunt that was started last, open or finished; undefined without one. */
export async function findNewestHunt(db: Db | Trx): Promise<Hunt | undefined> {
	const row = await db
		.selectFrom("hunts")
		.selectAll()
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row && huntOf(row);
}

export async function insertHunt(trx: Trx, row: object): Promise<void> {
	await trx
		.insertInto("hunts")
		.values(row as Insertable<Hunts>)
		.execute();
}

/** Changes columns of a hunt and increases its revision, also for an empty change. */
export async function updateHunt(trx: Trx, id: string, change: Updateable<Hunts>): Promise<void> {
	await trx
		.updateTable("hunts")
		.set((eb) => ({ ...change, revision: eb("revision", "+", 1) }))
		.where("id", "=", id)
		.execute();
}

/** Deletes a hunt with its guesses, steps and slots. */
export async function deleteHunt(trx: Trx, id: string): Promise<void> {
	for (const table of ["hunt_guesses", "hunt_steps", "hunt_slots"] as const) {
		await trx.deleteFrom(table).where("hunt_id", "=", id).execute();
	}
	await trx.deleteFrom("hunts").where("id", "=", id).execute();
}

export async function findBonus(db: Db | Trx, id: string): Promise<Bonus | undefined> {
	const row = await db.selectFrom("hunt_slots").selectAll().where("id", "=", id).executeTakeFirst();
	return row && bonusOf(row);
}

/**
 * Stores what differs between two states of a hunt, and increases the hunt's revision. Objects that are the same in both
 * are not written. The request that a removed slot was taken from waits again, unless the slot was opened, and is decided by
 * `actor` when the slot returns.
 */
export async function storeHunt(
	trx: Trx,
	before: { hunt: Hunt; bonuses: readonly Bonus[] },
	{ hunt, bonuses }: typeof before,
	{ actor, at }: { actor: string; at: string },
): Promise<void> {
	const differing = Object.entries(hunt).filter(([name, value]) => before.hunt[name as "id"] !== value);
	await updateHunt(trx, hunt.id, columnsOf(Object.fromEntries(differing)));
	const missingIn = (others: readonly Bonus[]) => (bonus: Bonus) => !others.some(({ id }) => id === bonus.id);
	const removed = before.bonuses.filter(missingIn(bonuses));
	for (const { id } of removed) await trx.deleteFrom("hunt_slots").where("id", "=", id).execute();
	const unopened = removed.filter(({ payout }) => payout === null);
	await moveRequests(trx, unopened, "hunt", { state: "waiting", decided_by: null, decided_at: null });
	const added = bonuses.filter(missingIn(before.bonuses));
	await moveRequests(trx, added, "waiting", { state: "hunt", decided_by: actor, decided_at: at });
	for (const bonus of bonuses) {
		if (before.bonuses.includes(bonus)) continue;
		const row = columnsOf(bonus) as Selectable<HuntSlots>;
		await trx
			.insertInto("hunt_slots")
			.values(row)
			.onConflict((conflict) => conflict.column("id").doUpdateSet(row))
			.execute();
	}
}

async function moveRequests(
	trx: Trx,
	taken: readonly Bonus[],
	from: SlotRequests["state"],
	to: Updateable<SlotRequests>,
) {
	if (taken.length === 0) return;
	const ids = taken.map(({ id }) => id);
	const requests = trx.updateTable("slot_requests").set(to).where("state", "=", from);
	await requests.where("hunt_slot_id", "in", ids).execute();
}

/** Whether a slot of the open hunt has this picture. */
export async function hasOpenPicture(db: Db, image: string): Promise<boolean> {
	const row = await db
		.selectFrom("hunts")
		.innerJoin("hunt_slots", "hunt_id", "hunts.id")
		.select("hunts.id")
		.where("status", "=", "open")
		.where("image", "=", image)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** The newest hunts; bounds the search for names. */
const recentHunts = (db: Db | Trx) =>
	db.selectFrom("hunts").select("id").orderBy("created_at", "desc").orderBy("id", "desc").limit(20);

/** Maximum number of slots that are searched for a name. */
const MAX_KNOWN = 2000;

const folded = (name: string): string => name.normalize("NFC").toLowerCase();

/**
 * Returns a function that finds a slot by name, ignoring case: first in the site's slots, then in the last 20 hunts. Compares in
 * JavaScript, because SQLite folds the case of ASCII letters only.
 */
export async function findKnownSlots(
	db: Db | Trx,
): Promise<(name: string) => { provider: string; image: string } | undefined> {
	const fields = ["name", "provider", "image"] as const;
	const ofSite = await db.selectFrom("slots").select(fields).orderBy("name").limit(MAX_KNOWN).execute();
	const ofHunts = await db
		.selectFrom("hunt_slots")
		.select(fields)
		.where("hunt_id", "in", recentHunts(db))
		.orderBy("created_at", "desc")
		.limit(MAX_KNOWN)
		.execute();
	// The last of equal keys stays in a map.
	const known = new Map([...ofSite, ...ofHunts].reverse().map((row) => [folded(row.name), row]));
	return (name) => known.get(folded(name));
}

/**
 * Returns at most `most` names of the site's slots and the last 20 hunts, sorted, for the suggestions of the input
 * field.
 */
export async function findKnownNames(db: Db, most: number): Promise<string[]> {
	const rows = await db
		.selectFrom("slots")
		.select("name")
		.union(db.selectFrom("hunt_slots").select("name").where("hunt_id", "in", recentHunts(db)))
		.orderBy("name")
		.limit(most)
		.execute();
	return rows.map(({ name }) => name);
}
