import type { Db, Trx } from "db/database";
import type { HuntSlots, Hunts } from "db/schema";
import type { Selectable } from "kysely";
import type { Bonus, Hunt } from "./hunt";

const huntOf = (row: Selectable<Hunts>): Hunt => ({
	id: row.id,
	title: row.title,
	startCost: row.start_cost,
	stopLoss: row.stop_loss,
	status: row.status,
	guessing: row.guessing,
	revision: row.revision,
	createdAt: row.created_at,
	finishedAt: row.finished_at,
	prize:
		row.prize_points !== null && row.prize_user_id !== null && row.prize_paid_at !== null
			? { points: row.prize_points, userId: row.prize_user_id, paidAt: row.prize_paid_at }
			: null,
});

const bonusOf = (row: Selectable<HuntSlots>): Bonus => ({
	id: row.id,
	huntId: row.hunt_id,
	position: row.position,
	name: row.name,
	provider: row.provider,
	image: row.image,
	bet: row.bet,
	payout: row.payout,
	preNote: row.pre_note,
	revision: row.revision,
	createdAt: row.created_at,
	openedAt: row.opened_at,
});

/** At most one is open. */
export async function findOpenHunt(db: Db | Trx): Promise<Hunt | undefined> {
	const row = await db.selectFrom("hunts").selectAll().where("status", "=", "open").executeTakeFirst();
	return row && huntOf(row);
}

/** In the order in which they are opened; a hunt has at most as many as `MOST.slots` says. */
export async function findBonuses(db: Db | Trx, huntId: string): Promise<Bonus[]> {
	const rows = await db
		.selectFrom("hunt_slots")
		.selectAll()
		.where("hunt_id", "=", huntId)
		.orderBy("position")
		.execute();
	return rows.map(bonusOf);
}
