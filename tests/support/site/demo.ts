/** Runs `npm run demo` with ports and a database of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "./site";

export const repositoryRoot = fileURLToPath(new URL("../../..", import.meta.url));

export interface Started {
	readonly process: ChildProcess;
	/** What it has printed so far. */
	output(): string;
	/** Waits for the exit. */
	exitCode(): Promise<number | null>;
	/** Waits until the demo is ready. */
	ready(): Promise<void>;
}

/** Starts a program in the repository. */
export function runDemo(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
	const child = spawn(command, args, { cwd: repositoryRoot, env, stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	}
	return {
		process: child,
		output: () => output,
		async exitCode() {
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
			return child.exitCode;
		},
		async ready() {
			while (!output.includes("Plateia is running")) {
				if (child.exitCode !== null) throw new Error(`The demo did not start:\n${output}`);
				await sleep(100);
			}
		},
	};
}

export async function prepareDemo() {
	const folder = await mkdtemp(join(tmpdir(), "plateia-demo-"));
	const [port, providerPort] = [await freePort(), await freePort()];
	const databaseUrl = `file:${join(folder, "demo.sqlite")}`;
	const environment: NodeJS.ProcessEnv = {
		...process.env,
		PORT: String(port),
		IDP_PORT: String(providerPort),
		APP_ORIGIN: undefined,
		DATABASE_URL: databaseUrl,
	};
	let running: Started | undefined;
	return {
		...{ folder, environment, databaseUrl },
		origin: `http://localhost:${port}`,
		issuer: `http://localhost:${providerPort}`,
		get process() {
			return running?.process;
		},
		output: () => running?.output() ?? "",
		exitCode: async () => running?.exitCode(),
		async start() {
			running = runDemo(process.execPath, ["demo/run.mjs"], environment);
			await running.ready();
		},
		/** @returns the exit code. */
		async stop(signal: "SIGINT" | "SIGTERM") {
			running?.process.kill(signal);
			return running?.exitCode();
		},
		/** Stops the demo and removes its files. */
		async remove() {
			await this.stop("SIGTERM");
			await rm(folder, { recursive: true, force: true });
		},
	};
}

export type Demo = Awaited<ReturnType<typeof prepareDemo>>;

/** Whether anything answers at an address. */
export const answers = (address: string): Promise<boolean> =>
	fetch(address).then(
		() => true,
		() => false,
	);
