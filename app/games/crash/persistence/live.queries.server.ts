import type { Db, Trx } from "db/database";

/** Whether live Crash is switched on; off until an admin has started it once. */
export async function findIsActive(db: Db | Trx): Promise<boolean> {
	const row = await db
		.selectFrom("crash_game_state")
		.select("is_active")
		.where("id", "=", 1)
		.executeTakeFirst();
	return row?.is_active === 1;
}

export async function saveIsActive(db: Db | Trx, isActive: boolean, at: string): Promise<void> {
	const state = { is_active: isActive ? 1 : 0, updated_at: at } as const;
	await db
		.insertInto("crash_game_state")
		.values({ id: 1, ...state })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(state))
		.execute();
}
