import { addUser, fakeClock, openTestDatabase } from "../../support/database";
import { noNotifications } from "./no-notifications";

/** A database with an admin and two viewers, and the tools of the use cases; those not observed do nothing. */
export async function openStore() {
	const test = await openTestDatabase({ durable: false });
	const { db } = test;
	const clock = fakeClock();
	const announced: string[] = [];
	const logged: { event: string }[] = [];
	const note = (entry: unknown) => void logged.push(entry as { event: string });
	return {
		...test,
		clock,
		announced,
		logged,
		admin: await addUser(db, "boss"),
		ana: await addUser(db, "ana"),
		bruno: await addUser(db, "bruno"),
		tools: {
			db,
			now: clock.now,
			log: { info: note, warn: note, error: note },
			config: { SITE_TIMEZONE: "Europe/Lisbon" },
			...noNotifications,
			announceBalance: (userId: string) => void announced.push(userId),
		},
	};
}
