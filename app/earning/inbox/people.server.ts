import { transact } from "db/transact";
import { findUserOf, insertPerson } from "~/account/platform-people.queries.server";
import type { Claims } from "~/account/viewer";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { creditImported } from "~/points/import/waiting.server";
import { claimWaiting } from "../watch/watch.queries.server";
import { waitedWatch } from "../watch/watch.server";
import { claimEvents } from "./events.queries.server";
import { addEventJobs, announceCredit, platformEvent } from "./inbox.server";
import { personOf } from "./person-of";

/** Links accounts of platforms to users, and releases the points that have waited for them. */
export function createPeople(
	site: Pick<Site, "db" | "config" | "now" | "log" | "announceBalance" | "announceNotices" | "wakeJobs">,
) {
	const { db, config, now, log } = site;

	return {
		/**
		 * Links a user to the account that the claims of a sign-in or refresh name. The first user of an account keeps it until
		 * erasure. A failure is logged; the next refresh tries again.
		 */
		async link(userId: string, claims: Claims): Promise<void> {
			const person = personOf(claims, config);
			if (!person) return;
			const { platform, personId } = person;
			try {
				// At each refresh of a session.
				if (await findUserOf(db, platform, personId)) return;
				const isNew = await transact(db, async (trx) => {
					const linkedAt = now();
					const account = { platform, person_id: personId };
					const row = { ...account, user_id: userId, linked_at: linkedAt.toISOString() };
					if (!(await insertPerson(trx, row))) return false;
					await addEventJobs(trx, account, await claimEvents(trx, person), linkedAt);
					await claimWaiting(trx, person, userId);
					const reference = `${userId} ${platform} ${personId}`;
					await addJob(trx, waitedWatch, { reference, key: userId, body: { userId }, at: linkedAt });
					await creditImported(trx, userId, person, linkedAt);
					return true;
				});
				if (!isNew) return;
				log.info({ event: "platform-person-linked", userId, platform });
				announceCredit(site, userId);
				site.wakeJobs(platformEvent, waitedWatch);
			} catch (error) {
				log.error({ event: "platform-link-failed", userId, platform, err: error });
			}
		},
	};
}
