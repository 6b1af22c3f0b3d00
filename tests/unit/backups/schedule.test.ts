import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { nameOfBackup } from "~/backups/manifest.server";
import { scheduleBackups } from "~/backups/schedule.server";
import { createLog } from "~/observability/log.server";
import { fakeClock } from "../../support/database";
import { eventually } from "../../support/eventually";

const HOUR_MS = 3_600_000;
const log = createLog({ LOG_LEVEL: "silent" });
const info = vi.spyOn(log, "info");
const error = vi.spyOn(log, "error");
const clock = fakeClock("2026-03-04T12:00:00.000Z");
let folder: string;
let started: ChildProcess[];
let program = "";
let backups: ReturnType<typeof scheduleBackups>;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "plateia-schedule-"));
	started = [];
	clock.set("2026-03-04T12:00:00.000Z");
	vi.clearAllMocks();
});
afterEach(async () => {
	await backups.end();
	rmSync(folder, { recursive: true });
});

type Settings = Parameters<typeof scheduleBackups>[0]["config"];

const startSchedule = (
	config: Settings = { BACKUP_FOLDER: folder, BACKUP_EVERY_HOURS: 24, BACKUP_KEEP: 7 },
) => {
	backups = scheduleBackups({
		config,
		environment: { NODE_ENV: "test" },
		...{ log, now: clock.now, pollMs: 5 },
		start() {
			const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "pipe"] });
			started.push(child);
			return child;
		},
	});
};
const backupProgram = () =>
	`require("fs").mkdirSync(${JSON.stringify(join(folder, nameOfBackup(clock.now())))}); console.log("made")`;
const events = () =>
	[...info.mock.calls, ...error.mock.calls].map(([line]) => (line as { event: string }).event);

it("the schedule makes the first backup immediately and the next after the interval, and reports the time of the last", async () => {
	program = backupProgram();
	startSchedule();
	await vi.waitFor(() => expect(events()).toEqual(["backup-made"]), { timeout: 20_000 });
	await eventually(() =>
		expect(backups.status()).toEqual({ everyMs: 24 * HOUR_MS, lastAt: clock.now().getTime() }),
	);
	clock.pass(23 * HOUR_MS);
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(started).toHaveLength(1);
	clock.pass(HOUR_MS);
	program = backupProgram();
	await vi.waitFor(() => expect(events()).toEqual(["backup-made", "backup-made"]), { timeout: 20_000 });
});

it("the schedule makes no backup after a restart before the interval has passed", async () => {
	mkdirSync(join(folder, nameOfBackup(new Date(clock.now().getTime() - HOUR_MS))));
	startSchedule();
	await eventually(() => expect(backups.status()?.lastAt).toBe(clock.now().getTime() - HOUR_MS));
	expect(started).toHaveLength(0);
});

it("a failed backup is logged and retried after an hour", async () => {
	program = `console.error("no room"); process.exitCode = 1`;
	startSchedule();
	await vi.waitFor(() => expect(events()).toEqual(["backup-failed"]), { timeout: 20_000 });
	expect(error.mock.calls[0]?.[0]).toMatchObject({ output: "no room", code: 1 });
	expect(backups.status()).toMatchObject({ lastAt: null });
	clock.pass(HOUR_MS);
	program = backupProgram();
	await vi.waitFor(() => expect(events()).toEqual(["backup-made", "backup-failed"]), { timeout: 20_000 });
});

it("the schedule continues after the clock is set back", async () => {
	program = backupProgram();
	startSchedule();
	await vi.waitFor(() => expect(events()).toEqual(["backup-made"]), { timeout: 20_000 });
	clock.set("2026-02-01T12:00:00.000Z");
	program = backupProgram();
	await vi.waitFor(() => expect(events()).toEqual(["backup-made", "backup-made"]), { timeout: 20_000 });
	await eventually(() => expect(backups.status()?.lastAt).toBe(clock.now().getTime()));
	expect(started).toHaveLength(2);
});

it("a backup in progress is aborted when the site stops", async () => {
	program = "setInterval(() => {}, 1000)";
	startSchedule();
	await vi.waitFor(() => expect(started).toHaveLength(1), { timeout: 20_000 });
	await backups.end();
	expect(started[0]?.signalCode).toBe("SIGTERM");
	expect(events()).toEqual([]);
});

it("no backup is made without a folder, and the first as soon as an admin turns backups on", async () => {
	program = backupProgram();
	const config: Settings = { BACKUP_FOLDER: undefined, BACKUP_EVERY_HOURS: 24, BACKUP_KEEP: 7 };
	startSchedule(config);
	expect(backups.status()).toBeUndefined();
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(started).toHaveLength(0);
	config.BACKUP_FOLDER = folder;
	await vi.waitFor(() => expect(events()).toEqual(["backup-made"]), { timeout: 20_000 });
});
