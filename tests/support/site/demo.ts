/** Runs `npm run demo` with ports and a database of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Program, startProgram } from "./program";
import { freePort } from "./site";

/** Waits until a demo is ready. */
export async function demoReady({ isRunning, logs }: Program) {
	while (!logs().includes("Plateia is running")) {
		if (!isRunning()) throw new Error(`The demo did not start:\n${logs()}`);
		await sleep(100);
	}
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
	let running: Program | undefined;
	return {
		...{ folder, environment, databaseUrl },
		origin: `http://localhost:${port}`,
		issuer: `http://localhost:${providerPort}`,
		get process() {
			return running?.process;
		},
		output: () => running?.logs() ?? "",
		exitCode: async () => running?.end(),
		async start() {
			running = startProgram([process.execPath, "demo/run.mjs"], environment);
			await demoReady(running);
		},
		/** @returns the exit code. */
		stop: async (signal: "SIGINT" | "SIGTERM") => running?.end(signal),
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
