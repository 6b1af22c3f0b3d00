import { addUser, fakeClock, openTestDatabase } from "../../support/database";
import { testSite } from "../../support/test-site";
import { noNotifications } from "./no-notifications";

/** A database with an admin and two viewers, and dependencies of the use cases that record balances and log entries. */
export async function openStore() {
	const test = await openTestDatabase({ durable: false });
	const { db } = test;
	const clock = fakeClock();
	const announced: string[] = [];
	const logged: { event: string }[] = [];
	const record = (entry: unknown) => void logged.push(entry as { event: string });
	return {
		...test,
		clock,
		announced,
		logged,
		admin: await addUser(db, "boss"),
		ana: await addUser(db, "ana"),
		bruno: await addUser(db, "bruno"),
		tools: testSite({
			db,
			now: clock.now,
			log: { info: record, warn: record, error: record },
			...noNotifications,
			announceBalance: (userId: string) => void announced.push(userId),
		}),
	};
}
