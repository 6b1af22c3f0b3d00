import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { withdrawJob } from "~/jobs/jobs.queries.server";
import type { Site } from "~/lib/site";
import { findEvent, updateEvent } from "./events.queries.server";
import { addEventJobs, platformEvent } from "./inbox.server";
import { PLATFORMS, type PlatformId } from "./platform-event";

/** What an admin decides about an announced gift: to pay it now, or never. */
export type GiftDecision = "release" | "reject";

/** The decisions that an event in a state allows. A rejected gift may be released, so that a mistake can be undone. */
export function decisionsOn(state: string): GiftDecision[] {
	if (state === "held") return ["release", "reject"];
	return state === "repeated" || state === "rejected" ? ["release"] : [];
}

/**
 * Pays an announced gift now or never, and writes the change log. Does nothing if that is its state already, so that a form that is
 * sent twice acts once.
 * @throws {DomainError} `giftUnknown`, `giftPaid` if it is too late to reject it.
 */
export async function decideGift(
	site: Pick<Site, "db" | "now" | "log" | "wakeJobs">,
	adminId: string,
	id: number,
	decision: GiftDecision,
): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx, at) => {
			const row = await findEvent(trx, id);
			if (row?.kind !== "gift") throw new DomainError("giftUnknown");
			if (!decisionsOn(row.state).includes(decision)) {
				// Released, credited, or waiting for the person's first sign-in.
				if (decision === "reject" && !["repeated", "rejected"].includes(row.state))
					throw new DomainError("giftPaid");
				return undefined;
			}
			const isReleased = decision === "release";
			await updateEvent(trx, id, { state: isReleased ? "due" : "rejected", held_until: null });
			await withdrawJob(trx, platformEvent.kind, String(id));
			if (isReleased) await addEventJobs(trx, row, [id], at);
			return {
				action: isReleased ? "gift.release" : "gift.reject",
				subject: String(id),
				subjectName: PLATFORMS[row.platform as PlatformId],
				after: { giftedSubscriptions: (JSON.parse(row.facts) as { count: number }).count },
			};
		},
		published: (eventId) => site.log.info({ event: "gift-decided", eventId, decision, adminId }),
	});
	if (decision === "release") site.wakeJobs(platformEvent);
}
