import { transact } from "db/transact";
import { dateIn } from "~/lib/calendar";
import { every } from "~/lib/every.server";
import type { Site } from "~/lib/site";
import { createCollector } from "./collector.server";
import { addCount, deleteCountsBefore } from "./event-counts.queries.server";
import { type Count, cleanLabel, type EventName } from "./events";

interface Waiting {
	day: string;
	event: EventName;
	label: string;
	count: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Thirteen months, so that a month can be compared with the same month of the year before. */
const LIFE_MS = 396 * DAY_MS;
const FLUSH_MS = 5000;

/**
 * Counts events per day of the site's time zone, in memory. The counts are stored every {@link FLUSH_MS} and at the
 * end, so a process that is killed loses a few seconds of them; `flush` and `end` reject if the database fails. Labels are
 * patterns of routes and names that admins give, so there are few. Events are also sent to ANALYTICS_COLLECTOR_URL if it is set.
 */
export function createCounter(
	{ db, config, log, now }: Pick<Site, "db" | "config" | "log" | "now">,
	flushMs = FLUSH_MS,
) {
	let waiting = new Map<string, Waiting>();
	const collector = config.ANALYTICS_COLLECTOR_URL
		? createCollector(config.ANALYTICS_COLLECTOR_URL, log)
		: undefined;

	function add(row: Waiting) {
		const key = JSON.stringify([row.day, row.event, row.label]);
		const known = waiting.get(key);
		if (known) known.count += row.count;
		else waiting.set(key, row);
	}

	const count: Count = (event, text, details = {}) => {
		const at = now();
		const label = cleanLabel(text);
		add({ day: dateIn(config.SITE_TIMEZONE, at), event, label, count: 1 });
		collector?.add({ event, label, at: at.toISOString(), details });
	};

	async function store(): Promise<void> {
		if (waiting.size === 0) return;
		const rows = [...waiting.values()];
		waiting = new Map();
		try {
			await transact(db, async (trx) => {
				for (const row of rows) await addCount(trx, row);
			});
		} catch (error) {
			for (const row of rows) add(row);
			throw error;
		}
	}

	const endStoring = every(flushMs, "count-events", store, log);
	const endSending = collector && every(flushMs, "collect-events", collector.send, log);

	return {
		/** Counts one event. Writes nothing, and never throws. */
		count,
		/** Stores the counts so far; rejects and keeps them if the database fails. Does not wait for the collector. */
		flush: store,
		/** Deletes counts that are older than {@link LIFE_MS}. */
		async cleanUp(): Promise<void> {
			const day = dateIn(config.SITE_TIMEZONE, new Date(now().getTime() - LIFE_MS));
			await transact(db, (trx) => deleteCountsBefore(trx, day));
		},
		/** Stops the jobs and stores the counts. Aborts a request to the collector. */
		async end(): Promise<void> {
			collector?.abort();
			await Promise.all([endStoring(), endSending?.()]);
			await store();
		},
	};
}

declare module "~/lib/site" {
	interface Site {
		count: ReturnType<typeof createCounter>["count"];
	}
}
