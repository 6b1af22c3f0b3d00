import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { nameOfBackup } from "~/backups/manifest.server";
import { scheduleBackups } from "~/backups/schedule.server";
import { createLog } from "~/observability/log.server";
import { fakeClock } from "../../support/database";
import { eventually } from "../../support/eventually";
import { temporaryFolder } from "../../support/temporary-folder";
import { testSite } from "../../support/test-site";

const HOUR_MS = 3_600_000;
const log = createLog({ LOG_LEVEL: "silent" });
const info = vi.spyOn(log, "info");
const error = vi.spyOn(log, "error");
const clock = fakeClock();
let folder: string;
let started: { kill: ReturnType<typeof vi.fn> }[];
/** What the command does: it makes a backup, fails or goes on. */
let command: "makes" | "fails" | "hangs";
let backups: ReturnType<typeof scheduleBackups>;
let settings: { BACKUP_FOLDER: string | undefined };
let polls: number;

beforeEach(() => {
	folder = temporaryFolder();
	started = [];
	command = "makes";
	clock.set("2026-03-04T12:00:00.000Z");
	vi.clearAllMocks();
	polls = 0;
	settings = { BACKUP_FOLDER: folder };
});
afterEach(() => backups.end());

function start() {
	const child = Object.assign(new EventEmitter(), {
		stdout: Readable.from(["made\n"]),
		stderr: Readable.from(["no room\n"]),
		kill: vi.fn((signal: string) => child.emit("close", null, signal)),
	});
	started.push(child);
	if (command === "makes") mkdirSync(join(folder, nameOfBackup(clock.now())));
	if (command !== "hangs") setImmediate(() => child.emit("close", command === "makes" ? 0 : 1, null));
	return child as unknown as ChildProcess;
}

function startSchedule() {
	const config = {
		...{ BACKUP_EVERY_HOURS: 24, BACKUP_KEEP: 7 },
		get BACKUP_FOLDER() {
			polls += 1;
			return settings.BACKUP_FOLDER;
		},
	};
	backups = scheduleBackups({
		...testSite({ config, log, now: clock.now, leads: () => true }),
		environment: { NODE_ENV: "test" },
		start,
		pollMs: 5,
	});
}

const events = () =>
	[...info.mock.calls, ...error.mock.calls].map(([line]) => (line as { event: string }).event);
const made = (count: number) =>
	eventually(() => {
		expect(events().filter((event) => event === "backup-made")).toHaveLength(count);
		expect(backups.status()?.ageMs).toBe(0);
	});

/** Waits until the schedule has looked twice. */
async function looked() {
	const before = polls;
	await eventually(() => expect(polls).toBeGreaterThan(before + 1));
}

it("the schedule makes the first backup immediately and the next after the interval, and reports the time of the last", async () => {
	startSchedule();
	await made(1);
	expect(backups.status()).toEqual({ everyMs: 24 * HOUR_MS, ageMs: 0 });
	clock.pass(23 * HOUR_MS);
	await looked();
	expect(started).toHaveLength(1);
	clock.pass(HOUR_MS);
	await made(2);
	expect(info.mock.calls[0]?.[0]).toMatchObject({ event: "backup-made", folder, output: "made" });
});

it("the schedule makes no backup after a restart before the interval has passed", async () => {
	mkdirSync(join(folder, nameOfBackup(new Date(clock.now().getTime() - HOUR_MS))));
	startSchedule();
	await looked();
	expect(backups.status()?.ageMs).toBe(HOUR_MS);
	expect(started).toHaveLength(0);
});

it("a failed backup is logged and retried after an hour", async () => {
	command = "fails";
	startSchedule();
	await eventually(() => expect(events()).toEqual(["backup-failed"]));
	expect(error.mock.calls[0]?.[0]).toMatchObject({ output: "no room", code: 1 });
	expect(backups.status()).toMatchObject({ ageMs: null });
	command = "makes";
	clock.pass(HOUR_MS - 1);
	await looked();
	expect(started).toHaveLength(1);
	clock.pass(1);
	await made(1);
});

it("the schedule continues after the clock is set back", async () => {
	startSchedule();
	await made(1);
	clock.set("2026-02-01T12:00:00.000Z");
	await made(2);
	expect(started).toHaveLength(2);
});

it("a backup in progress is aborted when the site stops", async () => {
	command = "hangs";
	startSchedule();
	await eventually(() => expect(started).toHaveLength(1));
	await backups.end();
	expect(started[0]?.kill).toHaveBeenCalledExactlyOnceWith("SIGTERM");
	expect(events()).toEqual([]);
});

it("no backup is made without a folder, and the first as soon as an admin turns backups on", async () => {
	settings.BACKUP_FOLDER = undefined;
	startSchedule();
	expect(backups.status()).toBeNull();
	await looked();
	expect(started).toHaveLength(0);
	settings.BACKUP_FOLDER = folder;
	await made(1);
});
