import { transact } from "db/transact";
import { LRUCache } from "lru-cache";
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

/** Links that are known to be stored, so that they are not written at each refresh of a session. */
const MAX_KNOWN = 10_000;

/** Links accounts of platforms to users, and releases the points that have waited for them. */
export function createPeople(
	site: Pick<Site, "db" | "config" | "now" | "log" | "announceBalance" | "announceNotices" | "wakeJobs">,
) {
	const { db, config, now, log } = site;
	const known = new LRUCache<string, true>({ max: MAX_KNOWN });

	return {
		/**
		 * Links a user to the account that the claims of a sign-in or refresh name. The first user of an account keeps it until
		 * erasure. A failure is logged; the next refresh tries again.
		 */
		async link(userId: string, claims: Claims): Promise<void> {
			const person = personOf(claims, config);
			if (!person) return;
			const { platform, personId } = person;
			const key = `${userId} ${platform} ${personId}`;
			if (known.has(key)) return;
			try {
				const link = await transact(db, async (trx) => {
					const linkedAt = now();
					const at = linkedAt.toISOString();
					const row = { platform, person_id: personId, user_id: userId, linked_at: at };
					if (!(await insertPerson(trx, row))) {
						// Otherwise another user keeps the account until erasure.
						const owner = await findUserOf(trx, platform, personId);
						return owner?.user_id === userId ? "known" : "taken";
					}
					const account = { platform, person_id: personId };
					await addEventJobs(trx, account, await claimEvents(trx, person), linkedAt);
					await claimWaiting(trx, person, userId);
					await addJob(trx, waitedWatch, { reference: key, key: userId, body: { userId }, at: linkedAt });
					await creditImported(trx, userId, person, linkedAt);
					return "new";
				});
				if (link !== "taken") known.set(key, true);
				if (link !== "new") return;
				log.info({ event: "platform-person-linked", userId, platform });
				announceCredit(site, userId);
				site.wakeJobs(platformEvent, waitedWatch);
			} catch (error) {
				log.error({ event: "platform-link-failed", userId, platform, err: error });
			}
		},
	};
}
