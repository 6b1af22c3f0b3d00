import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import type { Config } from "~/lib/config.server";
import { every } from "~/lib/every.server";
import type { Site } from "~/lib/site";
import { listBackups, madeAtOf } from "./manifest.server";

type Settings = Pick<Config, "BACKUP_FOLDER" | "BACKUP_EVERY_HOURS" | "BACKUP_KEEP">;

type Services = Pick<Site, "config" | "log" | "now" | "leads"> & {
	/** The environment of the command. */
	environment: NodeJS.ProcessEnv;
	/** Starts `plateia backup` with these settings. */
	start?: (settings: Settings, environment: NodeJS.ProcessEnv) => ChildProcess;
	pollMs?: number;
};

const HOUR_MS = 60 * 60 * 1000;
const POLL_MS = 60_000;
/** Wait after a failed backup. */
const RETRY_MS = HOUR_MS;
/** The compiled program of a release. */
const PROGRAM = "commands/plateia.js";
const SOURCES = ["--import", "tsx", "app/commands/plateia.server.ts"];

/**
 * Makes a backup whenever the newest one is older than BACKUP_EVERY_HOURS, independent of restarts. Backups are off
 * without BACKUP_FOLDER. Each runs in a child process with low priority, because checking a copy takes seconds of CPU.
 * Logs `backup-made` and `backup-failed`; a failed one is tried again after an hour.
 * @returns `status`, and `end`, which aborts a backup in progress.
 */
export function scheduleBackups({
	config,
	environment,
	log,
	now,
	leads,
	start = startCommand,
	pollMs = POLL_MS,
}: Services) {
	const everyMs = () => config.BACKUP_EVERY_HOURS * HOUR_MS;
	let lastAt: number | null = null;
	let triedAt: number | null = null;
	let child: ChildProcess | undefined;
	let ending = false;

	const endJob = every(
		Math.min(pollMs, everyMs()),
		"back-up",
		async () => {
			const folder = config.BACKUP_FOLDER;
			if (folder === undefined) return;
			await readNewest(folder);
			if (!leads()) return;
			const time = now().getTime();
			// `time < at` after the clock was set back; a backup is made then too.
			const isSince = (at: number | null, ms: number) => at === null || time < at || time - at >= ms;
			if (!isSince(lastAt, everyMs()) || !isSince(triedAt, Math.min(RETRY_MS, everyMs()))) return;
			triedAt = time;
			await make(folder);
			await readNewest(folder);
		},
		log,
	);

	async function readNewest(folder: string) {
		const [newest] = await listBackups(folder, now());
		lastAt = newest === undefined ? null : madeAtOf(newest).getTime();
	}

	async function make(folder: string) {
		const since = performance.now();
		child = start(config, environment);
		const { stdout, stderr } = child;
		const [[code, signal], printed, faults] = await Promise.all([
			once(child, "close"),
			stdout && text(stdout),
			stderr && text(stderr),
		]).finally(() => {
			child = undefined;
		});
		if (ending) return;
		const ms = Math.round(performance.now() - since);
		if (code === 0) log.info({ event: "backup-made", folder, output: printed?.trim(), ms });
		else log.error({ event: "backup-failed", folder, code, signal, output: faults?.trim().slice(-2000), ms });
	}

	return {
		/** The interval and the age of the last backup in ms, null before the first; null while backups are off. */
		status: () =>
			config.BACKUP_FOLDER === undefined
				? null
				: { everyMs: everyMs(), ageMs: lastAt === null ? null : now().getTime() - lastAt },
		/** Stops the schedule and aborts a backup in progress. The next backup removes its remains. */
		async end() {
			ending = true;
			child?.kill("SIGTERM");
			await endJob();
		},
	};
}

function startCommand(
	{ BACKUP_FOLDER, BACKUP_KEEP }: Settings,
	environment: NodeJS.ProcessEnv,
): ChildProcess {
	const program = existsSync(PROGRAM) ? [PROGRAM] : SOURCES;
	const child = spawn(process.execPath, [...program, "backup"], {
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...environment, BACKUP_FOLDER, BACKUP_KEEP: String(BACKUP_KEEP) },
	});
	try {
		// The site's requests have priority.
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
	} catch {
		// The process has already ended.
	}
	return child;
}
