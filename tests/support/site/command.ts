import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Site } from "./site";

const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

/** Runs a command of `app/commands` with a site's settings. */
export function runCommand(
	name: "audit" | "backup" | "restore",
	site: Pick<Site, "settings">,
	...args: string[]
): { status: number | null; stdout: string; stderr: string } {
	return spawnSync(
		process.execPath,
		["node_modules/tsx/dist/cli.mjs", `app/commands/${name}.server.ts`, ...args],
		{ cwd: repositoryRoot, encoding: "utf8", env: { ...process.env, ...site.settings({}) } },
	);
}
