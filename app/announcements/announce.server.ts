import type { Trx } from "db/database";
import { z } from "zod";
import { defineJob, type Job } from "~/jobs/job";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import type { Announcement } from "./announcements";
import { insertAnnouncement } from "./announcements.queries.server";

/** All announcements wait in one line, so that one at a time is stored. */
const LINE = "announcements";

/** An announcement with the id by which readers go on: the ids increase in the order in which they are committed. */
export type StoredAnnouncement = Announcement & { id: number };

/** A way to tell people what has happened, such as an overlay. It writes in the transaction that stores the announcement. */
export type Outlet<Needs> = (site: Needs, trx: Trx, announcement: StoredAnnouncement) => Promise<void>;

/**
 * Declares the job that stores announcements and passes them on to the outlets. Only the leading process runs it, one at a time.
 * @param announced is called after each commit.
 */
export const announcementJob = <Needs extends Pick<Site, "announced">>(
	outlets: readonly Outlet<Needs>[],
): Job<Needs, Announcement> =>
	defineJob({
		kind: announcement.kind,
		body: z.custom<Announcement>(),
		async act(site: Needs, trx, body: Announcement) {
			const id = await insertAnnouncement(trx, body);
			if (id === undefined) return undefined;
			for (const outlet of outlets) await outlet(site, trx, { ...body, id });
			return { after: site.announced };
		},
	});

/** The kind of the job, for `wakeJobs` after the commit of {@link announce}. */
export const announcement = { kind: "announcement" } as const;

/** Announces what has happened, once. Call it in the transaction of its cause, and wake {@link announcement} after the commit. */
export const announce = (trx: Trx, body: Announcement): Promise<void> =>
	addJob<Announcement>(trx, announcement as Pick<Job<never, Announcement>, "kind" | "body">, {
		reference: `${body.type}:${body.reference}`,
		...{ key: LINE, body, at: new Date(body.at) },
	});
