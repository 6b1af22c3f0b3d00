import type { Kysely } from "kysely";
import { allowChange, createTables, run } from "../tables";

/** Times are as in `0001-initial`. */
export const TABLES = {
	/** Slots that viewers have asked for, in the order of the queue. */
	slot_requests: {
		id: "integer primary key autoincrement",
		user_id: "text not null references users (id)",
		/** The slot may be deleted later. */
		slot_id: "text not null",
		slot_name: "text not null",
		/** Points that the viewer has paid. */
		price: "integer not null check (price >= 1)",
		/** `hunt`: it is in a hunt, and paid as one that is played. `refunded`: requests were switched off, or the slot was deleted. */
		state: "text not null check (state in ('waiting', 'played', 'hunt', 'skipped', 'withdrawn', 'refunded'))",
		/** The user who decided, or `system`. */
		decided_by: "text",
		decided_at: "text",
		/** The slot of the hunt; also of a request that waits again since that was removed, because the removal may be undone. */
		hunt_slot_id: "text",
		created_at: "text not null",
		slot_requests_decided:
			"check ((state = 'waiting') = (decided_by is null) and (state = 'waiting') = (decided_at is null))",
	},
} as const;

export async function up(db: Kysely<unknown>): Promise<void> {
	await createTables(db, TABLES);
	await run(db, "create index slot_requests_waiting on slot_requests (id) where state = 'waiting'");
	await run(db, "create index slot_requests_of_user on slot_requests (user_id, id)");
	for (const column of ["user_id", "slot_id", "price"])
		await allowChange(db, "slot_requests", column, "false");
	await run(
		db,
		"create index slot_requests_in_hunt on slot_requests (hunt_slot_id) where hunt_slot_id is not null",
	);
	await allowChange(
		db,
		"slot_requests",
		"state",
		"old.state = 'waiting' or new.state = 'waiting' and old.state = 'hunt'",
	);
}
