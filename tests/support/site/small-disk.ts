import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
	/** The mount point. */
	folder: string;
	/** Fills all free space. */
	fill(): void;
	/** Frees the space that `fill` took. */
	free(): void;
	/** Remounts it read-only, like an operating system does with a failing disk, or writable. */
	remount(mode: "ro" | "rw"): void;
	/** Unmounts it. No process may use it. */
	remove(): void;
}

const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: "utf8" });

/** Whether this process can mount a disk, which requires root. */
export const canMount: boolean = process.getuid?.() === 0 && tryMount();

function tryMount(): boolean {
	const folder = mkdtempSync(join(tmpdir(), "plateia-disk-"));
	const isMounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder).status === 0;
	if (isMounted) run("umount", folder);
	rmSync(folder, { recursive: true });
	return isMounted;
}

/** Mounts a disk in memory with a size in MiB. */
export function mountSmallDisk(mebibytes: number): SmallDisk {
	const folder = mkdtempSync(join(tmpdir(), "plateia-disk-"));
	runOrThrow("mount", "-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder);
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
		remount: (mode) => runOrThrow("mount", "-o", `remount,${mode}`, folder),
		remove() {
			runOrThrow("umount", folder);
			rmSync(folder, { recursive: true });
		},
	};
}

function runOrThrow(command: string, ...args: string[]) {
	const { status, stderr } = run(command, ...args);
	if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${stderr}`);
}
