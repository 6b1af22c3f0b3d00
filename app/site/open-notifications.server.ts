import type { Db } from "db/database";
import type { Bus } from "db/engine";
import { applyDueLimits } from "~/games/limits/due-limits.server";
import type { Clock } from "~/lib/clock";
import type { Config } from "~/lib/config.server";
import { every } from "~/lib/jobs.server";
import type { SecretBox } from "~/lib/secret-box.server";
import type { Hub } from "~/live/hub.server";
import type { AnnounceNotices } from "~/notifications/notices.server";
import { openNoticesTopic } from "~/notifications/notices-topic.server";
import { openPushKeys } from "~/notifications/push/keys.server";
import { createPushSender } from "~/notifications/push/sender.server";
import type { Log } from "~/observability/log.server";
import { openAdminCountsTopic } from "~/store/admin-counts.server";

const MINUTE_MS = 60 * 1000;

interface Tools {
	db: Db;
	config: Config;
	log: Log;
	now: () => Date;
	hub: Hub;
	box: SecretBox;
	siteName(): string;
	bus: Bus;
	clock: Clock;
	/** Wraps a job so that it does nothing in a process that does not lead. */
	whileLeading(job: () => Promise<void>): () => Promise<void>;
}

/** Opens what tells viewers and admins about events: topics, push messages, and the job that notices due limits. */
export async function openNotifications(tools: Tools) {
	const { db, log, now, whileLeading } = tools;
	const push = createPushSender({ ...tools, keys: await openPushKeys(tools) });
	const publishUnread = openNoticesTopic(tools);
	const announceNotices: AnnounceNotices = (userId, added) => {
		publishUnread(userId);
		if (added) push.noticeAdded(userId, added);
	};
	const endDueLimits = every(
		MINUTE_MS,
		"due-limits",
		whileLeading(() => applyDueLimits({ db, now, announceNotices })),
		log,
	);
	return {
		announceNotices,
		adminCountsChanged: openAdminCountsTopic(tools),
		pushKey: push.publicKey,
		huntStarted: push.huntStarted,
		end: async () => {
			await endDueLimits();
			await push.end();
		},
	};
}
