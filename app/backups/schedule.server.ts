import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { text } from "node:stream/consumers";
import type { Config } from "~/lib/config.server";
import { every } from "~/lib/jobs.server";
import type { Log } from "~/observability/log.server";
import { listBackups, madeAtOf } from "./manifest.server";

interface Tools {
	config: Pick<Config, "BACKUP_FOLDER" | "BACKUP_EVERY_HOURS">;
	log: Log;
	now: () => Date;
	/** Starts `npm run backup`. */
	start?: () => ChildProcess;
	lookMs?: number;
}

const HOUR_MS = 60 * 60 * 1000;
const POLL_MS = 60_000;
/** After one that failed. */
const RETRY_MS = HOUR_MS;
const COMMAND = ["--import", "tsx", "app/commands/backup.server.ts"];

/**
 * Makes a backup whenever the newest is old enough, however often the site was restarted since. It is made by a
 * process of its own: checking a copy takes the processor for seconds, which the site has no time for.
 */
export function scheduleBackups({ config, log, now, start = startCommand, lookMs = POLL_MS }: Tools) {
	const folder = config.BACKUP_FOLDER;
	if (folder === undefined) return { status: () => undefined, end: async () => {} };
	const everyMs = config.BACKUP_EVERY_HOURS * HOUR_MS;
	let lastAt: number | null = null;
	let triedAt: number | null = null;
	let child: ChildProcess | undefined;
	let ending = false;

	const endJob = every(
		Math.min(lookMs, everyMs),
		"back-up",
		async () => {
			await look(folder);
			const time = now().getTime();
			// A clock that was set back must not end them.
			const isSince = (at: number | null, ms: number) => at === null || time < at || time - at >= ms;
			if (!isSince(lastAt, everyMs) || !isSince(triedAt, Math.min(RETRY_MS, everyMs))) return;
			triedAt = time;
			await make(folder);
			await look(folder);
		},
		log,
	);

	async function look(folder: string) {
		const [newest] = await listBackups(folder, now());
		lastAt = newest === undefined ? null : madeAtOf(newest).getTime();
	}

	async function make(folder: string) {
		const since = performance.now();
		child = start();
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
		if (code === 0) log.info({ event: "backup-made", folder, said: printed?.trim(), ms });
		else log.error({ event: "backup-failed", folder, code, signal, said: faults?.trim().slice(-2000), ms });
	}

	return {
		/** How often they are made, and when the last one was, in ms of the wall clock. */
		status: () => ({ everyMs, lastAt }),
		/** One that is under way is given up: the next one removes what is left of it. */
		async end() {
			ending = true;
			child?.kill("SIGTERM");
			await endJob();
		},
	};
}

function startCommand(): ChildProcess {
	const child = spawn(process.execPath, COMMAND, { stdio: ["ignore", "pipe", "pipe"] });
	try {
		// Players come first.
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
	} catch {
		// It has ended already.
	}
	return child;
}
