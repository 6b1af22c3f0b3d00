import type { Db } from "db/database";
import type { Announcement } from "~/announcements/announcements";

/** What is announced or planned and not stored yet, in the order in which it is due. */
export async function announcedIn(db: Db): Promise<Announcement[]> {
	const jobs = db.selectFrom("jobs").select("body").where("kind", "=", "announcement");
	const rows = await jobs.orderBy("next_at").orderBy("id").execute();
	return rows.map(({ body }) => JSON.parse(body) as Announcement);
}
