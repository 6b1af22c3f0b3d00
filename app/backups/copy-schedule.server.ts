import { STORE_SETTINGS, type Store, storeFaultOf } from "~/http/object-store.server";
import { every } from "~/lib/every.server";
import type { Site } from "~/lib/site";
import { copyBackup, listCopies, removeOldCopies } from "./copies.server";
import { listBackups, madeAtOf, nameOfBackup } from "./manifest.server";

type Services = Pick<Site, "config" | "log" | "now" | "leads"> & {
	/** Opens the store of the settings, which admins change while the site runs; undefined if none is set. */
	openStore(ended: AbortSignal): Store | undefined;
	pollMs?: number;
};

const HOUR_MS = 60 * 60 * 1000;
const POLL_MS = 60_000;
/** Wait after a failed copy, which is then continued. */
const RETRY_MS = 5 * 60_000;

/**
 * Copies the newest backup to the store, independent of how and when it was made, and keeps BACKUP_KEEP copies there.
 * Logs `backup-copied` and `backup-copy-failed`; a failed copy is continued after 5 minutes, or at once after a change of the settings.
 * @returns `status`, and `end`, which aborts a copy in progress. The next start continues it.
 */
export function scheduleCopies({ config, openStore, log, now, leads, pollMs = POLL_MS }: Services) {
	const ending = new AbortController();
	/** The settings to which the following values belong. */
	let target = "";
	let copied: string | undefined;
	let hasFailed = false;
	let triedAt = 0;

	const endJob = every(
		pollMs,
		"copy-backups",
		async () => {
			const folder = config.BACKUP_FOLDER;
			if (folder === undefined || !leads()) return;
			const current = JSON.stringify(STORE_SETTINGS.map((name) => config[name]));
			if (current !== target) {
				target = current;
				copied = undefined;
				hasFailed = false;
			}
			const store = openStore(ending.signal);
			const [newest] = await listBackups(folder, now());
			if (!store || newest === undefined || newest === copied) return;
			if (hasFailed && Math.abs(now().getTime() - triedAt) < RETRY_MS) return;
			triedAt = now().getTime();
			try {
				await copyAndRemoveOld(store, folder, newest);
				copied = newest;
				hasFailed = false;
			} catch (error) {
				if (ending.signal.aborted) return;
				hasFailed = true;
				const fault = storeFaultOf(error);
				log.error({ event: "backup-copy-failed", store: store.name, fault, err: error });
			}
		},
		log,
	);

	/** Copies a backup unless it has been copied completely, then removes the oldest copies. */
	async function copyAndRemoveOld(store: Store, folder: string, name: string) {
		const since = performance.now();
		const known = await listCopies(store);
		if (!known.some((one) => one.name === name && one.isComplete)) {
			await copyBackup(store, folder, name, known);
			const ms = Math.round(performance.now() - since);
			log.info({ event: "backup-copied", store: store.name, backup: name, ms });
		}
		// Copies of a later date come from a wrong clock and are kept.
		const copies = (await listCopies(store)).filter((one) => one.name <= nameOfBackup(now()));
		// Keys without the right to delete protect the copies from a thief.
		await removeOldCopies(store, copies, config.BACKUP_KEEP).catch((error: unknown) => {
			if (!ending.signal.aborted) log.warn({ event: "backup-copies-kept", store: store.name, err: error });
		});
	}

	return {
		/**
		 * The age of the newest copied backup in ms, null before the first, and whether the last attempt failed; null while nothing
		 * is copied, or by another process.
		 */
		status() {
			if (config.BACKUP_S3_ENDPOINT === undefined || config.BACKUP_FOLDER === undefined || !leads())
				return null;
			return {
				everyMs: config.BACKUP_EVERY_HOURS * HOUR_MS,
				ageMs: copied === undefined ? null : now().getTime() - madeAtOf(copied).getTime(),
				hasFailed,
			};
		},
		async end() {
			ending.abort();
			await endJob();
		},
	};
}
