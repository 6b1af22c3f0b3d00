import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));
/** A server waits several seconds for a database that is in use. */
const ENDS_WITHIN_MS = 60_000;

/** Starts the production server with exactly these settings and waits until it exits. */
export async function runServerToItsEnd(
	settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
	const { PATH = "", HOME = "" } = process.env;
	const child = spawn(
		process.execPath,
		["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
		{
			cwd: repositoryRoot,
			env: { PATH, HOME, NODE_ENV: "production", ...settings },
			stdio: ["ignore", "pipe", "pipe"],
		},
	);
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	}
	const closed = once(child, "close");
	const inTime = await Promise.race([closed, sleep(ENDS_WITHIN_MS, undefined, { ref: false })]);
	if (!inTime) {
		child.kill("SIGKILL");
		await closed;
		throw new Error(`The server did not exit:\n${output}`);
	}
	return { code: child.exitCode, output };
}
