import type { Db, Trx } from "db/database";
import { afterCommit, tryPart } from "db/transact";
import { z } from "zod";
import { defineJob, type Job } from "~/jobs/job";
import { withdrawJob } from "~/jobs/jobs.queries.server";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import type { Announcement, AnnouncementType } from "./announcements";
import { insertAnnouncement } from "./announcements.queries.server";

/** The key of all these jobs, so that one announcement at a time is stored. */
const LINE = "announcements";

/** An announcement that is stored. Ids increase in the order of the commits, so a reader goes on after the last id that it has read. */
export type StoredAnnouncement = Announcement & { id: number };

/** Passes announcements on, for example to the overlay. */
export interface Outlet<Needs> {
	/** Must not read the database: it is called for each announcement, and most outlets want few. */
	wants(site: Needs, announcement: Announcement): boolean;
	/**
	 * Passes on an announcement that the outlet wants. Writes in the transaction that stores the announcement. An error is logged,
	 * and the other outlets get the announcement.
	 */
	pass(site: Needs, trx: Trx, announcement: StoredAnnouncement): Promise<void>;
	/** The kind of the jobs that `pass` adds. It is woken after the commit. */
	adds?: { kind: string };
}

type AnnouncementSite = Pick<Site, "announced" | "wakeJobs" | "log">;

/** Announcements per commit, and ms between two commits. Under load, commits would otherwise take most of the time. */
const TOGETHER = { together: 50, pauseMs: 20 };

/**
 * Declares the job that stores announcements and passes them on to the outlets. Only the leading process runs it, in one transaction
 * at a time. After each commit it calls `announced` of the site.
 */
export const announcementJob = <Needs>(
	outlets: readonly Outlet<Needs>[],
): Job<Needs & AnnouncementSite, Announcement> =>
	defineJob({
		kind: announcement.kind,
		body: z.custom<Announcement>(),
		...TOGETHER,
		async act(site: Needs & AnnouncementSite, trx, body: Announcement) {
			const id = await insertAnnouncement(trx, body);
			if (id === undefined) return undefined;
			const faults: unknown[] = [];
			const wanting = outlets.filter((outlet) => outlet.wants(site, body));
			for (const outlet of wanting)
				faults.push(...(await tryPart(trx, () => outlet.pass(site, trx, { ...body, id }))));
			const { type, reference } = body;
			afterCommit(trx, site.announced);
			return {
				after() {
					for (const err of faults) site.log.error({ event: "outlet-failed", type, reference, err });
					for (const { adds } of wanting) if (adds) site.wakeJobs(adds);
				},
			};
		},
	});

const announcement = { kind: "announcement" } as const;

const wakers = new WeakMap<Db, () => void>();
const wake = (db: Db) => wakers.get(db)?.();

/** Makes each commit of {@link announce} wake the job of its database. */
export const wakeAfterCommits = (db: Db, { wakeJobs }: Pick<Site, "wakeJobs">) =>
	void wakers.set(db, () => wakeJobs(announcement));

const referenceOf = ({ type, reference }: Pick<Announcement, "type" | "reference">) => `${type}:${reference}`;

/**
 * Announces once what has happened. Must be called in the transaction of the cause. A time `at` in the future plans the announcement,
 * which {@link retract} withdraws.
 */
export async function announce(trx: Trx, body: Announcement): Promise<void> {
	await addJob<Announcement>(trx, announcement as Pick<Job<never, Announcement>, "kind" | "body">, {
		reference: referenceOf(body),
		...{ key: LINE, body, at: new Date(body.at) },
	});
	afterCommit(trx, wake);
}

/** Withdraws what is planned. Does nothing if it was announced. */
export const retract = (trx: Trx, type: AnnouncementType, reference: string): Promise<void> =>
	withdrawJob(trx, announcement.kind, referenceOf({ type, reference }));
