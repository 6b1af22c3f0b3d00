import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { Alerts } from "db/schema";
import type { Insertable, Selectable } from "kysely";
import type { Announcement } from "~/announcements/announcements";

/** An alert with what is announced; null for a test. */
export type AlertRow = Selectable<Alerts> & { announcement: Pick<Announcement, "type" | "data"> | null };

const rows = (db: Db | Trx) =>
	db
		.selectFrom("alerts")
		.leftJoin("announcements", "announcements.id", "announcement_id")
		.selectAll("alerts")
		.select("announcements.data");

const read = ({ data, ...row }: Awaited<ReturnType<ReturnType<typeof rows>["execute"]>>[number]) =>
	({ ...row, announcement: data === null ? null : { type: row.type, data: JSON.parse(data) } }) as AlertRow;

/** The alert that is shown at an ISO instant, then those that wait, in their order. */
export const findDueAlerts = async (db: Db, at: string, limit: number): Promise<AlertRow[]> =>
	(
		await rows(db)
			.where((eb) =>
				eb.or([
					eb("state", "=", "waiting").and("expires_at", ">", at),
					eb("state", "=", "shown").and("ends_at", ">", at),
				]),
			)
			.orderBy("state")
			.orderBy("alerts.id")
			.limit(limit)
			.execute()
	).map(read);

/** The last alerts, the newest first. */
export const findLastAlerts = async (db: Db, limit: number): Promise<AlertRow[]> =>
	(await rows(db).orderBy("alerts.id", "desc").limit(limit).execute()).map(read);

const findSince = prepared((trx: Trx, { type, at }: { type: string; at: string }) =>
	rows(trx).where("alerts.type", "=", type).where("alerts.created_at", ">=", at).orderBy("alerts.id"),
);

/** The alerts of a type since an ISO instant, the oldest first. */
export const findAlertsSince = async (trx: Trx, type: string, at: string): Promise<AlertRow[]> =>
	(await findSince(trx, { type, at })).rows.map(read);

export async function insertAlert(trx: Trx, row: Omit<Insertable<Alerts>, "state">): Promise<void> {
	await trx
		.insertInto("alerts")
		.values({ ...row, state: "waiting" })
		.execute();
}

const countOne = prepared((trx: Trx, { id }: { id: number }) =>
	trx
		.updateTable("alerts")
		.set((eb) => ({ more: eb("more", "+", 1) }))
		.where("id", "=", id),
);

/** Counts a further announcement for an alert. */
export const addToAlert = async (trx: Trx, id: number): Promise<void> => void (await countOne(trx, { id }));

/** Starts an alert that waits, unless it has expired or another one is shown. @returns whether it did. */
export async function startAlert(
	trx: Trx,
	id: number,
	times: { shown_at: string; ends_at: string },
): Promise<boolean> {
	const at = times.shown_at;
	const shown = trx.selectFrom("alerts").select("id").where("state", "=", "shown").where("ends_at", ">", at);
	if (await shown.limit(1).executeTakeFirst()) return false;
	const { numUpdatedRows } = await trx
		.updateTable("alerts")
		.set({ ...times, state: "shown" })
		.where("id", "=", id)
		.where("state", "=", "waiting")
		.where("expires_at", ">", at)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export async function markSkipped(trx: Trx, id: number): Promise<void> {
	await trx.updateTable("alerts").set({ state: "skipped" }).where("id", "=", id).execute();
}

/** Deletes the alerts from before an ISO instant. */
export async function deleteAlertsBefore(trx: Trx, at: string): Promise<void> {
	await trx.deleteFrom("alerts").where("created_at", "<", at).execute();
}
