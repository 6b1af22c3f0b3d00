import type { Db, Trx } from "db/database";

/** Returns the saved ones of the settings with these keys. */
export async function findSettings(db: Db | Trx, keys: readonly string[]): Promise<Record<string, unknown>> {
	const rows = await db
		.selectFrom("site_settings")
		.select(["key", "value"])
		.where("key", "in", keys)
		.execute();
	return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
}

/** Inserts or replaces the given settings, stored as JSON; other settings are kept. */
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
