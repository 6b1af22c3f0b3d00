import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort, type Site, waitUntilReady } from "./site";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** An additional process of a site, on the same PostgreSQL database. */
export interface SiteNode {
	readonly origin: string;
	readonly process: ChildProcess;
	logs(): string;
	/** Sends a signal. @returns the exit code, once the process has ended. */
	end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The network namespace of a process, if it is not that of the tests. */
interface Place {
	/** A command that runs its remaining arguments in the namespace, in the same process. */
	command: readonly [string, ...string[]];
	/** The address of the namespace. */
	host: string;
}

/** Starts an additional process of `site`, and waits until it answers. */
export async function startNode(
	site: Pick<Site, "settings">,
	env: Record<string, string> = {},
	place?: Place,
): Promise<SiteNode> {
	const port = await freePort();
	const origin = `http://${place?.host ?? "localhost"}:${port}`;
	const [program, ...before] = place ? [...place.command, process.execPath] : [process.execPath];
	const child = spawn(
		program as string,
		[...before, "node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
		{
			cwd: ROOT,
			env: { NODE_ENV: "production", ...site.settings({ PORT: String(port), ...env }) },
			stdio: ["ignore", "pipe", "pipe"],
		},
	);
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	}
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	await waitUntilReady(origin, isRunning, () => output);
	return {
		origin,
		process: child,
		logs: () => output,
		async end(signal) {
			if (isRunning()) {
				const exited = once(child, "exit");
				child.kill(signal);
				await exited;
			}
			return child.exitCode;
		},
	};
}

/** Whether a process leads. */
export const leads = async ({ origin }: { origin: string }): Promise<boolean> => {
	const response = await fetch(`${origin}/healthz?leader`, { signal: AbortSignal.timeout(2000) }).catch(
		() => undefined,
	);
	await response?.body?.cancel();
	return response?.status === 200;
};
