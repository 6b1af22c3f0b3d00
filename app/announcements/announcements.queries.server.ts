import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { Announcements } from "db/schema";
import type { Insertable } from "kysely";
import type { Announcement } from "./announcements";

const insert = prepared((trx: Trx, row: Insertable<Announcements>) =>
	trx
		.insertInto("announcements")
		.values(row)
		.onConflict((conflict) => conflict.columns(["type", "reference"]).doNothing())
		.returning("id"),
);

/** @returns the id; undefined if it was stored before. */
export async function insertAnnouncement(
	trx: Trx,
	{ type, reference, data, at }: Announcement,
): Promise<number | undefined> {
	const { rows } = await insert(trx, { type, reference, data: JSON.stringify(data), created_at: at });
	return rows[0]?.id;
}

/** The announcements after an id, in order, at most `limit`. */
export async function findAnnouncementsAfter(db: Db, id: number, limit: number) {
	const rows = await db
		.selectFrom("announcements")
		.selectAll()
		.where("id", ">", id)
		.orderBy("id")
		.limit(limit)
		.execute();
	return rows.map(
		({ data, created_at: at, ...row }) =>
			({ ...row, at, data: JSON.parse(data) }) as Announcement & { id: number },
	);
}

/** Deletes the announcements of things that happened before an ISO instant. */
export async function deleteAnnouncementsBefore(trx: Trx, instant: string): Promise<void> {
	await trx.deleteFrom("announcements").where("created_at", "<", instant).execute();
}

/** The id of the newest announcement; 0 without one. */
export async function findNewestId(db: Db): Promise<number> {
	const row = await db
		.selectFrom("announcements")
		.select(({ fn }) => fn.max<number | null>("id").as("id"))
		.executeTakeFirst();
	return row?.id ?? 0;
}
