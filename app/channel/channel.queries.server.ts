import type { Db, Trx } from "db/database";

/** Returns all saved settings by key. */
export async function findSettings(db: Db | Trx): Promise<Record<string, unknown>> {
	const rows = await db.selectFrom("site_settings").select(["key", "value"]).limit(100).execute();
	return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
}

export async function saveSettings(
	trx: Trx,
	settings: Readonly<Record<string, unknown>>,
	at: string,
): Promise<void> {
	const rows = Object.entries(settings).map(([key, value]) => ({
		key,
		value: JSON.stringify(value),
		updated_at: at,
	}));
	await trx
		.insertInto("site_settings")
		.values(rows)
		.onConflict((conflict) =>
			conflict.column("key").doUpdateSet(({ ref }) => ({
				value: ref("excluded.value"),
				updated_at: ref("excluded.updated_at"),
			})),
		)
		.execute();
}
