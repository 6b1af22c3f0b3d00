import { expect, it, vi } from "vitest";
import { tallyEvents } from "~/observability/event-tally.server";
import { createLog } from "~/observability/log.server";
import { createMetrics } from "~/observability/metrics.server";
import type { Host } from "~/operations/host.server";
import { registerSiteMetrics } from "~/operations/site-metrics.server";
import type { Watched } from "~/operations/watched";

const AT = Date.parse("2026-03-04T12:00:00.000Z");

const host: Host = {
	...{ databaseBytes: 0, walBytes: 0, disk: null, files: null, residentBytes: 0 },
	heap: { usedBytes: 1, limitBytes: 2 },
};

/** The lines of the metrics with the prefix. */
async function linesOf(prefix: string, watched: Partial<Watched>, logged: object[] = []) {
	const log = createLog({ LOG_LEVEL: "silent" });
	const metrics = createMetrics({ error: vi.fn() });
	const events = tallyEvents(log, () => new Date(AT));
	registerSiteMetrics({
		...{ metrics, events, watched: watched as Watched, version: "1" },
		readHost: async () => host,
		ledger: { read: async () => [] },
		readOutbox: async () => ({ pending: 0, failed: 0, oldestMs: null }),
	});
	log.info({ event: "request" });
	for (const about of logged) log.warn(about);
	return (await metrics.text()).split("\n").filter((line) => line.startsWith(prefix));
}

it("the metrics include the backup interval also before the first backup, and no backup metric while backups are off", async () => {
	const everyMs = 3_600_000;
	expect(await linesOf("plateia_backup", { backups: () => ({ everyMs, lastAt: null }) })).toEqual([
		"plateia_backup_every_seconds 3600",
	]);
	expect(await linesOf("plateia_backup", { backups: () => ({ everyMs, lastAt: AT }) })).toEqual([
		`plateia_backup_last_timestamp_seconds ${AT / 1000}`,
		"plateia_backup_every_seconds 3600",
	]);
	expect(await linesOf("plateia_backup", { backups: () => undefined })).toEqual([]);
});

it("the metrics tell whether this process leads", async () => {
	expect(await linesOf("plateia_leads", { leads: () => true })).toEqual(["plateia_leads 1"]);
	expect(await linesOf("plateia_leads", { leads: () => false })).toEqual(["plateia_leads 0"]);
});

it("the metrics include the time of the last occurrence of each event, and of requests only for slow ones", async () => {
	expect(await linesOf("plateia_log_event", {}, [{ event: "job-failed" }])).toEqual([
		'plateia_log_events_total{event="job-failed",level="warn"} 1',
		`plateia_log_event_last_timestamp_seconds{event="job-failed",level="warn"} ${AT / 1000}`,
	]);
});
