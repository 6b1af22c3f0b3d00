import { spawnSync } from "node:child_process";
import { repositoryRoot } from "./program";
import type { Site } from "./site";

/** Runs `plateia NAME` with a site's settings. */
export function runCommand(
	name: "audit" | "backup" | "restore",
	site: Pick<Site, "settings">,
	...args: string[]
): { status: number | null; stdout: string; stderr: string } {
	return spawnSync(process.execPath, ["--import", "tsx", "app/commands/plateia.server.ts", name, ...args], {
		cwd: repositoryRoot,
		encoding: "utf8",
		env: { ...process.env, ...site.settings({}) },
	});
}
