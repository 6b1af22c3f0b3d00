import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addUser, fakeClock, openTestDatabase } from "./database";
import { testSite } from "./test-site";

/** The dependencies of records, with an admin and a picture folder. */
export async function openCatalogue() {
	const database = await openTestDatabase();
	const folder = await mkdtemp(join(tmpdir(), "plateia-pictures-"));
	const clock = fakeClock();
	const { db } = database;
	const logged: object[] = [];
	const record = (entry: object) => void logged.push(entry);
	const admin = await addUser(db, "admin");
	return {
		db,
		folder,
		clock,
		logged,
		admin,
		tools: testSite({
			db,
			now: clock.now,
			log: { info: record, error: record },
			itemChanged() {},
			raffleChanged() {},
			refundRequests() {},
			wakeJobs() {},
			config: {
				IMAGE_FOLDER: folder,
				SLOT_DEMO_HOSTS: ["demogamesfree.pragmaticplay.net", "*.play.example"],
			},
		}),
		/** The recorded changes of admins, oldest first. */
		changes: async () =>
			(await db.selectFrom("admin_changes").selectAll().orderBy("id").execute()).map(
				({ action, subject, subject_name, actor, before, after }) => ({
					action,
					subject,
					name: subject_name,
					actor,
					before: before && JSON.parse(before),
					after: after && JSON.parse(after),
				}),
			),
		close: async () => {
			await database.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
