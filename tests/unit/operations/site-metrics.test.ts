import { expect, it, vi } from "vitest";
import { tallyEvents } from "~/observability/event-tally.server";
import { createLog } from "~/observability/log.server";
import { createMetrics } from "~/observability/metrics.server";
import { canRead } from "~/operations/operations.server";
import { SITE_CHECKS } from "~/operations/site-checks";
import { registerSiteMetrics } from "~/operations/site-metrics.server";
import type { SiteState } from "~/operations/site-state";
import { openTestDatabase } from "../../support/database";
import { stateWith } from "./state-with";

const AT = Date.parse("2026-03-04T12:00:00.000Z");

/** The lines of the metrics with the prefix. */
async function linesOf(prefix: string, changes: Partial<SiteState>, logged: object[] = []) {
	const log = createLog({ LOG_LEVEL: "silent" });
	const metrics = createMetrics({ error: vi.fn() });
	const events = tallyEvents(log, () => new Date(AT));
	const read = vi.fn(async () => ({ state: stateWith(changes), events, version: "1", ledger: [] }));
	registerSiteMetrics(metrics, read);
	log.info({ event: "request" });
	for (const about of logged) log.warn(about);
	const text = await metrics.text();
	expect(read, "a scrape reads the site once").toHaveBeenCalledOnce();
	return text.split("\n").filter((line) => line.startsWith(prefix));
}

it("the metrics include each check, and whether it finds a problem", async () => {
	const lines = await linesOf("plateia_problem{", { backup: null, readOnly: "full" });
	expect(lines).toHaveLength(Object.keys(SITE_CHECKS).length);
	expect(lines.filter((line) => line.endsWith(" 1"))).toEqual([
		'plateia_problem{check="readOnly",severity="critical"} 1',
		'plateia_problem{check="backupsOff",severity="warning"} 1',
	]);
});

it("the metrics include the age of the last backup, if there is one", async () => {
	const everyMs = 3_600_000;
	expect(await linesOf("plateia_backup", { backup: { everyMs, ageMs: 5000 } })).toEqual([
		"plateia_backup_age_seconds 5",
	]);
	for (const backup of [null, { everyMs, ageMs: null }])
		expect(await linesOf("plateia_backup", { backup })).toEqual([]);
});

it("the metrics tell whether this process leads, and nothing about the database while it does not answer", async () => {
	expect(await linesOf("plateia_leads", { leads: true })).toEqual(["plateia_leads 1"]);
	expect(await linesOf("plateia_leads", { leads: false })).toEqual(["plateia_leads 0"]);
	expect(await linesOf("plateia_outbox", { outbox: undefined })).toEqual([]);
});

it("the metrics include the time of the last occurrence of each event, and of requests only for slow ones", async () => {
	expect(await linesOf("plateia_log_event", {}, [{ event: "job-failed" }])).toEqual([
		`plateia_log_event_last_timestamp_seconds{event="job-failed",level="warn"} ${AT / 1000}`,
		'plateia_log_events_total{event="job-failed",level="warn"} 1',
	]);
});

it("a database that does not answer is noticed, and the reason logged", async () => {
	const log = createLog({ LOG_LEVEL: "silent" });
	const errors = vi.spyOn(log, "error");
	const { db, close } = await openTestDatabase({ durable: false });
	expect(await canRead({ db, log })).toBe(true);
	expect(errors).not.toHaveBeenCalled();
	await close();
	expect(await canRead({ db, log })).toBe(false);
	expect(errors).toHaveBeenCalledExactlyOnceWith({ event: "database-unavailable", err: expect.any(Error) });
});
