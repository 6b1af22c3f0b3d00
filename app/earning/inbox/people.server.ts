import type { Db } from "db/database";
import { transact } from "db/transact";
import { LRUCache } from "lru-cache";
import type { Claims } from "~/account/viewer";
import type { Config } from "~/lib/config.server";
import type { AnnounceNotices } from "~/notifications/notices.server";
import type { Log } from "~/observability/log.server";
import { creditImported } from "~/points/import/waiting.server";
import { claimWaiting } from "../watch/watch.queries.server";
import { wakeEvents } from "./events.queries.server";
import { findUserOf, insertPerson } from "./people.queries.server";
import { personOf } from "./person-of";

interface Tools {
	db: Db;
	config: Pick<Config, "OIDC_ISSUER" | "OIDC_PLATFORM" | "OIDC_PLATFORM_ID_CLAIM">;
	now: () => Date;
	log: Pick<Log, "info" | "error">;
	/** Notifies a viewer's tabs that the balance has changed. */
	announceBalance(userId: string): void;
	announceNotices: AnnounceNotices;
	/** Credits what has become due. */
	wake(): void;
}

/** Links that are known to be stored, so that they are not written at each refresh of a session. */
const MAX_KNOWN = 10_000;

/** Links accounts of platforms to users, and releases the points that have waited for them. */
export function createPeople(tools: Tools) {
	const { db, config, now, log } = tools;
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
					await wakeEvents(trx, person, at);
					await claimWaiting(trx, person, userId);
					await creditImported(trx, userId, person, linkedAt);
					return "new";
				});
				if (link !== "taken") known.set(key, true);
				if (link !== "new") return;
				log.info({ event: "platform-person-linked", userId, platform });
				tools.announceBalance(userId);
				tools.announceNotices(userId);
				tools.wake();
			} catch (error) {
				log.error({ event: "platform-link-failed", userId, platform, err: error });
			}
		},
	};
}
