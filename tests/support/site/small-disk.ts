import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
	/** Where it is mounted. */
	folder: string;
	/** Takes every byte that is left. */
	fill(): void;
	/** Gives back what `fill` took. */
	free(): void;
	/** Makes it read-only, as a system does with a disk that fails, or writable again. */
	remount(mode: "ro" | "rw"): void;
	/** Once no process uses it any more. */
	remove(): void;
}

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });

/** Whether this machine lets us have disks of our own, for which one must be root, as in most containers. */
export const canMount: boolean = process.getuid?.() === 0 && tryMount();

function tryMount(): boolean {
	const folder = mkdtempSync(join(tmpdir(), "plateia-disk-"));
	const isMounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder).status === 0;
	if (isMounted) run("umount", folder);
	rmSync(folder, { recursive: true });
	return isMounted;
}

/** A disk in memory with room for so many MiB. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
	const folder = mkdtempSync(join(tmpdir(), "plateia-disk-"));
	must("mount", "-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder);
	const ballast = join(folder, "ballast");
	return {
		folder,
		fill() {
			writeFileSync(ballast, "");
			for (const size of [64 * 1024, 4096, 1]) {
				try {
					for (;;) appendFileSync(ballast, Buffer.alloc(size));
				} catch (error) {
					if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
				}
			}
		},
		free: () => rmSync(ballast),
		remount: (mode) => must("mount", "-o", `remount,${mode}`, folder),
		remove() {
			must("umount", folder);
			rmSync(folder, { recursive: true });
		},
	};
}

function must(command: string, ...args: string[]) {
	const { status, stderr } = run(command, ...args);
	if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}
