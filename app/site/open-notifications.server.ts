import { applyDueLimits } from "~/games/limits/due-limits.server";
import { every } from "~/lib/every.server";
import type { SecretBox } from "~/lib/secret-box.server";
import type { Site } from "~/lib/site";
import { openNoticesTopic } from "~/notifications/notices-topic.server";
import { createPush } from "~/notifications/push/delivery.server";
import { openPushKeys } from "~/notifications/push/keys.server";
import { openAdminCountsTopic } from "~/store/admin-counts.server";

const MINUTE_MS = 60 * 1000;

type OpeningSite = Pick<Site, "db" | "config" | "log" | "now" | "hub" | "bus" | "clock">;

interface Uses {
	box: SecretBox;
	siteName(): string;
	/** Wraps a job so that it does nothing in a process that does not lead. */
	whileLeading(job: () => Promise<void>): () => Promise<void>;
}

/** Opens what tells viewers and admins about events: topics, push messages, and the job that notices due limits. */
export async function openNotifications(site: OpeningSite, { box, siteName, whileLeading }: Uses) {
	const { db, log, now } = site;
	const announceNotices = openNoticesTopic(site);
	return {
		announceNotices,
		adminCountsChanged: openAdminCountsTopic(site),
		push: createPush(site, { keys: await openPushKeys(site, box), siteName }),
		endDueLimits: every(
			MINUTE_MS,
			"due-limits",
			whileLeading(() => applyDueLimits({ db, now, announceNotices })),
			log,
		),
	};
}
