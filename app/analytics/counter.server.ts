import { transact } from "db/transact";
import { dateIn } from "~/lib/calendar";
import { every } from "~/lib/every.server";
import type { Site } from "~/lib/site";
import { createCollector } from "./collector.server";
import { addCount, deleteCountsBefore, findLabels } from "./event-counts.queries.server";
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
/** Maximum subjects counted between two flushes; further ones are counted together. */
const MAX_WAITING = 2000;
/** Maximum subjects of an event and a day that are counted separately. */
const MAX_LABELS = 1000;
const OTHERS = "…";

/**
 * Counts events per day of the site's time zone, in memory. The counts are stored every {@link FLUSH_MS} and at the
 * end, so a process that is killed loses a few seconds of them; `flush` and `end` reject if the database fails. Labels
 * beyond {@link MAX_LABELS} of an event and day are counted together as `…`. Events are also sent to ANALYTICS_COLLECTOR_URL if it
 * is set.
 */
export function createCounter(
	{ db, config, log, now }: Pick<Site, "db" | "config" | "log" | "now">,
	{ flushMs = FLUSH_MS, maxLabels = MAX_LABELS } = {},
) {
	let waiting = new Map<string, Waiting>();
	const collector = config.ANALYTICS_COLLECTOR_URL
		? createCollector(config.ANALYTICS_COLLECTOR_URL, log)
		: undefined;

	function add(row: Waiting) {
		const key = JSON.stringify([row.day, row.event, row.label]);
		const known = waiting.get(key);
		if (known) known.count += row.count;
		else if (waiting.size < MAX_WAITING || row.label === OTHERS) waiting.set(key, row);
		else add({ ...row, label: OTHERS });
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
				const known = new Map<string, Set<string>>();
				for (const row of rows) {
					const key = `${row.day} ${row.event}`;
					const labels = known.get(key) ?? (await findLabels(trx, row));
					known.set(key, labels);
					const label = labels.has(row.label) || labels.size < maxLabels ? row.label : OTHERS;
					labels.add(label);
					await addCount(trx, { ...row, label });
				}
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
